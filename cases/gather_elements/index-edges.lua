-- gather_elements/index-edges.lua - indices at, inside and outside each end of the axis.
--
-- SPDX-License-Identifier: Apache-2.0
local shapes = { { 7 }, { 3, 5 }, { 2, 3, 5 }, { 2, 1, 3, 2 } }

-- Values around the ends of an axis of extent s, and where narrow arithmetic wraps.
local function values(s)
    return {
        { "below", -s - 1 }, { "minus-extent", -s }, { "minus-one", -1 }, { "zero", 0 },
        { "last", s - 1 }, { "one-past", s }, { "one-more", s + 1 }, { "int32-max", 2147483647 },
        { "int32-min", -2147483648 }, { "two-31", 1 << 31 }, { "two-32", 1 << 32 },
        { "two-32-and-one", (1 << 32) + 1 }, { "minus-two-32", -(1 << 32) },
        { "int64-max", math.maxinteger }, { "int64-min", math.mininteger },
    }
end

-- Those of them that an index type of the variant holds.
local function held(variant, s)
    local wide, list = false, {}
    for _, name in ipairs(variant.index_types) do wide = wide or name == "int64" end
    for _, value in ipairs(values(s)) do
        local narrow = value[2] >= -(1 << 31) and value[2] < 1 << 31
        if wide or narrow then list[#list + 1] = value end
    end
    return list
end

local function product(shape)
    local n = 1
    for _, extent in ipairs(shape) do n = n * extent end
    return n
end

-- For each element of this shape, in C order, its coordinate along dimension d, sent
-- through a permutation of the axis that leaves nothing in its place.
local function indices(shape, d, s)
    local list, below = {}, 1
    for k = d + 1, #shape do below = below * shape[k] end
    for k = 0, product(shape) - 1 do list[k + 1] = (k // below % shape[d] + s // 2) % s end
    return list
end

local function generate(rng, emit, variant)
    for _, shape in ipairs(shapes) do
        for axis = 0, #shape - 1 do
            local s, count = shape[axis + 1], product(shape)
            for where, at in pairs { first = 1, middle = (count + 1) // 2, last = count } do
                for _, value in ipairs(held(variant, s)) do
                    local list = indices(shape, axis + 1, s)
                    list[at] = value[2]
                    emit {
                        name = string.format("rank%d-axis%d-%s-%s", #shape, axis, where, value[1]),
                        data = { shape = shape },
                        indices = { shape = shape, values = list },
                        axis = axis,
                    }
                end
            end
        end
    end
end

return {
    cases = 1,
    hunts = "takes an index at an end of the axis for one inside or outside of it",
    generate = generate,
}
