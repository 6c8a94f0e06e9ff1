-- gather_elements/bit-patterns.lua - every pattern of one and two bytes is moved as it is.
--
-- SPDX-License-Identifier: Apache-2.0
local function generate(rng, emit, variant)
    part "bits"(variant, function(type, values)
        local places, moved = {}, { shape = { #values }, values = values }
        for k = 1, #values do places[k] = k - 1 end
        emit {
            name = "all-" .. type, types = { type }, axis = 0,
            data = variant.inputs.updates and { shape = { #values } } or moved,
            indices = { shape = { #values }, values = rng:shuffle(places) },
            updates = variant.inputs.updates and moved or nil,
        }
    end)
end

return {
    cases = 1,
    operator = { "gather_elements", "scatter_elements", "scatter" },
    types = { "int8", "uint8", "int16", "uint16", "float16", "bfloat16" },
    hunts = "changes bits of an element on its way: quiets a NaN, flushes a denormal, drops a sign",
    generate = generate,
}
