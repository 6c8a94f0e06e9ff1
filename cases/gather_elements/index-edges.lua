-- gather_elements/index-edges.lua - indices at, inside and outside each end of the axis.
--
-- SPDX-License-Identifier: Apache-2.0
local held, product = part "edges", part("shapes").product
local shapes = { { 7 }, { 3, 5 }, { 2, 3, 5 }, { 2, 1, 3, 2 } }

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
                        updates = variant.inputs.updates and { shape = shape } or nil,
                        axis = axis,
                    }
                end
            end
        end
    end
end

return {
    cases = 1,
    operator = { "gather_elements", "scatter_elements", "scatter" },
    hunts = "takes an index at an end of the axis for one inside or outside of it",
    generate = generate,
}
