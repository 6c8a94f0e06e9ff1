-- lib/edges.lua - indices around the ends of an axis, and where narrow arithmetic wraps.
--
-- SPDX-License-Identifier: Apache-2.0
local function values(s)
    return {
        { "below", -s - 1 }, { "minus-extent", -s }, { "minus-one", -1 }, { "zero", 0 },
        { "last", s - 1 }, { "one-past", s }, { "one-more", s + 1 }, { "int32-max", 2147483647 },
        { "int32-min", -2147483648 }, { "two-31", 1 << 31 }, { "two-32", 1 << 32 },
        { "two-32-and-one", (1 << 32) + 1 }, { "minus-two-32", -(1 << 32) },
        { "int64-max", math.maxinteger }, { "int64-min", math.mininteger },
    }
end

-- For an axis of extent s, { name, index } of those that an index type of the variant holds.
return function(variant, s)
    local types = part "types"
    local least = types.has(variant.index_types, "int64") and math.mininteger
        or types.has(variant.index_types, "int32") and -(1 << 31) or 0
    local most = least == math.mininteger and math.maxinteger
        or types.has(variant.index_types, "uint32") and (1 << 32) - 1 or (1 << 31) - 1
    local list = {}
    for _, value in ipairs(values(s)) do
        if value[2] >= least and value[2] <= most then list[#list + 1] = value end
    end
    return list
end
