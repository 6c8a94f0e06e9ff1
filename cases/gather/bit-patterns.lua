-- gather/bit-patterns.lua - every pattern of one and two bytes is moved as it is.
--
-- SPDX-License-Identifier: Apache-2.0
local function generate(rng, emit, variant)
    part "bits"(variant, function(type, values)
        local rows = {}
        for k = 1, #values // 256 * 16 do rows[k] = k - 1 end
        emit {
            name = "all-" .. type, types = { type }, axis = 0,
            data = { shape = { #values // 16, 16 }, values = values },
            indices = { shape = { #rows }, values = rng:shuffle(rows) },
        }
    end)
end

return {
    cases = 1,
    types = { "int8", "uint8", "int16", "uint16", "float16", "bfloat16" },
    attributes = { "axis" },
    hunts = "changes bits of an element on its way: quiets a NaN, flushes a denormal, drops a sign",
    generate = generate,
}
