-- gather/index-edges.lua - indices at, inside and outside each end of the axis.
--
-- SPDX-License-Identifier: Apache-2.0
local held, product = part "edges", part("shapes").product
local shapes = { { 7 }, { 3, 5 }, { 2, 3, 5 } }
local places = { { 3 }, { 2, 3 } }

-- Valid indices that differ from their neighbours, with `value` at `at` (from 1).
local function indices(count, s, at, value)
    local list = {}
    for k = 1, count do list[k] = (k * 2) % s end
    list[at] = value
    return list
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
