-- scatter_nd/index-edges.lua - indices at, inside and outside each end of their dimension, in
-- every place of a tuple.
--
-- SPDX-License-Identifier: Apache-2.0
local wanted = { int8 = true, float32 = true, complex128 = true }
-- data, length of tuples
local shapes = { { { 7 }, 1 }, { { 5, 3 }, 1 }, { { 3, 5 }, 2 }, { { 3, 5, 2 }, 2 }, { { 5, 3, 2 }, 3 } }

-- Values around the ends of a dimension of extent s, and where narrow arithmetic wraps.
local function values(s)
    return {
        { "below", -s - 1 }, { "minus-extent", -s }, { "minus-one", -1 }, { "zero", 0 },
        { "last", s - 1 }, { "one-past", s }, { "one-more", s + 1 }, { "int32-max", 2147483647 },
        { "int32-min", -2147483648 }, { "two-31", 1 << 31 }, { "two-32", 1 << 32 },
        { "two-32-and-one", (1 << 32) + 1 }, { "minus-two-32", -(1 << 32) },
        { "int64-max", math.maxinteger }, { "int64-min", math.mininteger },
    }
end

local function some(types)
    local list = {}
    for _, name in ipairs(types) do
        if wanted[name] then list[#list + 1] = name end
    end
    return list
end

local function generate(rng, emit, variant)
    local types = some(variant.types)
    for _, s in ipairs(shapes) do
        local shape, k = s[1], s[2]
        local rest = { 3, table.unpack(shape, k + 1) }
        for part = 1, k do
            for where, n in pairs { first = 0, middle = 1, last = 2 } do
                for _, value in ipairs(values(shape[part])) do
                    local list = {} -- three places on a diagonal, away from both ends
                    for at = 0, 3 * k - 1 do list[at + 1] = (1 + at // k) % shape[at % k + 1] end
                    list[n * k + part] = value[2]
                    emit {
                        name = string.format("%s-by-%d-part%d-%s-%s", table.concat(shape, "x"), k,
                                             part - 1, where, value[1]),
                        types = types, data = { shape = shape },
                        indices = { shape = { 3, k }, values = list }, updates = { shape = rest },
                    }
                end
            end
        end
    end
end

return {
    cases = 1,
    hunts = "takes an index at an end of its dimension for one inside or outside of it",
    generate = generate,
}
