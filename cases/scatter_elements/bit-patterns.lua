-- scatter_elements/bit-patterns.lua - every pattern of one and two bytes is moved as it is.
--
-- SPDX-License-Identifier: Apache-2.0
local kinds = {
    int8 = { 256, function(k) return k - 128 end },
    uint8 = { 256, function(k) return k end },
    int16 = { 65536, function(k) return k - 32768 end },
    uint16 = { 65536, function(k) return k end },
    float16 = { 65536, function(k) return string.format("0x%04x", k) end },
    bfloat16 = { 65536, function(k) return string.format("0x%04x", k) end },
}

local function generate(rng, emit, variant)
    for _, type in ipairs(variant.types) do
        local kind = kinds[type]
        if kind ~= nil then
            local count, make, step = kind[1], kind[2], 1
            if variant.like and count > 256 then count, step = 256, 257 end
            local values, places = {}, {}
            for k = 1, count do values[k], places[k] = make((k - 1) * step), k - 1 end
            emit {
                name = "all-" .. type, types = { type },
                data = { shape = { count } },
                indices = { shape = { count }, values = rng:shuffle(places) },
                updates = { shape = { count }, values = values },
                axis = 0,
            }
        end
    end
end

return {
    cases = 1,
    types = { "int8", "uint8", "int16", "uint16", "float16", "bfloat16" },
    hunts = "changes bits of an element on its way: quiets a NaN, flushes a denormal, drops a sign",
    generate = generate,
}
