-- gather_elements/shapes.lua - ranks, axes, extents that differ, are one or are none.
--
-- SPDX-License-Identifier: Apache-2.0
local shapes = part "shapes"
local with, extents, word = shapes.with, shapes.extents, shapes.word

local function generate(rng, emit, variant)
    local function test(name, data, indices, axis, fill)
        emit {
            name = name, data = { shape = data }, indices = { shape = indices, fill = fill },
            updates = variant.inputs.updates and { shape = indices } or nil, axis = axis,
        }
    end
    for r = 1, 8 do
        for axis = -r - 1, r do
            local shape = extents(rng, r)
            local d = axis < 0 and axis + r + 1 or axis + 1
            local name = string.format("rank%d-%s", r, word("axis", axis))
            test(name, shape, shape, axis, rng:pick { "random", "reverse", "cycle" })
            if d >= 1 and d <= r then
                test(name .. "-longer", shape, with(shape, d, shape[d] + 3), axis, "cycle")
                test(name .. "-shorter", shape, with(shape, d, shape[d] - 1), axis, "reverse")
                test(name .. "-one", shape, with(shape, d, 1), axis, "random")
                test(name .. "-none", shape, with(shape, d, 0), axis, "zeros")
            end
        end
    end
    for r = 1, 4 do -- off the axis: longer, shorter, one, none; data empty beside indices or with them
        for axis = 0, r - 1 do
            for d = 1, r do
                local shape = extents(rng, r)
                local name = string.format("rank%d-axis%d-dim%d", r, axis, d - 1)
                if d ~= axis + 1 then
                    test(name .. "-longer", shape, with(shape, d, shape[d] + 1), axis, "zeros")
                    test(name .. "-shorter", shape, with(shape, d, shape[d] - 1), axis, "random")
                    test(name .. "-to-one", shape, with(shape, d, 1), axis, "random")
                    test(name .. "-to-none", shape, with(shape, d, 0), axis, "zeros")
                end
                local one, none = with(shape, d, 1), with(shape, d, 0)
                test(name .. "-of-one", one, one, axis, "random")
                test(name .. "-of-none", none, none, axis, "zeros")
                test(name .. "-data-none", none, one, axis, "zeros")
            end
            local shape = extents(rng, r)
            shape[r + 1] = 1
            local name = string.format("rank%d-axis%d", r, axis)
            test(name .. "-rank-above", extents(rng, r), shape, axis, "zeros")
            test(name .. "-rank-below", shape, extents(rng, r), axis, "zeros")
        end
    end
    test("rank0", {}, {}, 0, "zeros")
end

return {
    cases = 1,
    operator = { "gather_elements", "scatter_elements", "scatter" },
    hunts = "mixes up dimensions of data and indices, or fails where one has no or one element",
    generate = generate,
}
