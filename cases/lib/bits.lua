-- lib/bits.lua - every pattern of one and of two bytes, as values of a type.
--
-- SPDX-License-Identifier: Apache-2.0
local function hex(k) return string.format("0x%04x", k) end
local kinds = {
    int8 = { 256, function(k) return k - 128 end },
    uint8 = { 256, function(k) return k end },
    int16 = { 65536, function(k) return k - 32768 end },
    uint16 = { 65536, function(k) return k end },
    float16 = { 65536, hex },
    bfloat16 = { 65536, hex },
}

-- Call test(type, values) with each type of the variant that has so few patterns.
return function(variant, test)
    for _, type in ipairs(variant.types) do
        if kinds[type] then
            local count, make, step = kinds[type][1], kinds[type][2], 1
            if variant.like and count > 256 then count, step = 256, 257 end
            local values = {}
            for k = 1, count do values[k] = make((k - 1) * step) end
            test(type, values)
        end
    end
end
