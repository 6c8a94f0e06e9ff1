-- gather/index-edges.lua - indices at, inside and outside each end of the axis.
--
-- SPDX-License-Identifier: Apache-2.0
local shapes = { { 7 }, { 3, 5 }, { 2, 3, 5 } }
local places = { { 3 }, { 2, 3 } }

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

-- Valid indices that differ from their neighbours, with `value` at `at` (from 1).
local function indices(count, s, at, value)
    local list = {}
    for k = 1, count do list[k] = (k * 2) % s end
    list[at] = value
    return list
end

local function product(shape)
    local n = 1
    for _, extent in ipairs(shape) do n = n * extent end
    return n
end

-- A wrong index that only the last of several batches holds.
local function batches(emit, variant)
    for _, value in ipairs(held(variant, 4)) do
        local list = indices(6, 4, 6, value[2])
        emit {
            name = "last-batch-" .. value[1],
            data = { shape = { 3, 4, 5 } },
            indices = { shape = { 3, 2 }, values = list },
            axis = 1,
            batch_dims = 1,
        }
    end
end

local function generate(rng, emit, variant)
    if variant.attributes.batch_dims then batches(emit, variant) end
    for _, shape in ipairs(shapes) do
        for axis = 0, #shape - 1 do
            local s = shape[axis + 1]
            for _, place in ipairs(places) do
                local count = product(place)
                for where, at in pairs { first = 1, middle = (count + 1) // 2, last = count } do
                    for _, value in ipairs(held(variant, s)) do
                        local signed = (#place + axis) % 2 == 0 and axis - #shape or axis
                        if variant.rules.axis_domain == "nonnegative" then signed = axis end
                        emit {
                            name = string.format("rank%d-axis%d-by%d-%s-%s", #shape, axis, #place,
                                                 where, value[1]),
                            data = { shape = shape },
                            indices = { shape = place, values = indices(count, s, at, value[2]) },
                            axis = signed,
                        }
                    end
                end
            end
        end
    end
end

return {
    cases = 1,
    attributes = { "axis" },
    hunts = "takes an index at an end of the axis for one inside or outside of it",
    generate = generate,
}
