-- gather/shapes.lua - ranks, axes, extents that differ, are one or are none; batches.
--
-- SPDX-License-Identifier: Apache-2.0
local shapes = part "shapes"
local with, extents, word = shapes.with, shapes.extents, shapes.word
local index_shapes = { {}, { 1 }, { 0 }, { 4 }, { 2, 3 }, { 1, 1 }, { 3, 0 }, { 2, 1, 3 },
                       { 2, 1, 2, 1, 2 }, { 1, 2, 1, 1, 2, 1, 1, 2 } }

local function text(shape)
    return #shape == 0 and "scalar" or "by" .. table.concat(shape, "x")
end

local function test(emit, name, data, indices, axis, fill, batch)
    emit {
        name = name, data = { shape = data }, indices = { shape = indices, fill = fill },
        axis = axis, batch_dims = batch,
    }
end

local function axes(rng, emit)
    for r = 1, 8 do
        for axis = -r - 1, r do
            for _, shape in ipairs(index_shapes) do
                if r - 1 + #shape <= 8 then
                    test(emit, string.format("rank%d-%s-%s", r, word("axis", axis), text(shape)),
                         extents(rng, r), shape, axis, rng:pick { "random", "reverse", "cycle" })
                end
            end
        end
    end
    for _, shape in ipairs(index_shapes) do
        test(emit, "rank0-" .. text(shape), {}, shape, 0, "zeros")
    end
end

-- One extent of data is 0 or 1, at the axis and beside it.
local function degenerate(rng, emit)
    for r = 1, 4 do
        for axis = 0, r - 1 do
            for d = 1, r do
                for extent = 0, 1 do
                    for _, shape in ipairs { {}, { 0 }, { 1 }, { 2, 3 } } do
                        test(emit, string.format("rank%d-axis%d-dim%d-of-%d-%s", r, axis, d - 1,
                                                 extent, text(shape)),
                             with(extents(rng, r), d, extent), shape, axis, "zeros")
                    end
                end
            end
        end
    end
end

local function batches(rng, emit)
    for r = 1, 4 do
        for q = 0, 3 do
            for batch = -2, r + 1 do
                for axis = 0, r - 1 do
                    local data, shape = extents(rng, r), {}
                    for d = 1, q do
                        shape[d] = d <= batch and d <= r and data[d] or rng:between(1, 4)
                    end
                    local name = string.format("batch-rank%d-by-rank%d-%s-axis%d", r, q,
                                               word("batch", batch), axis)
                    test(emit, name, data, shape, axis, "random", batch)
                    if q > 0 and batch > 0 and batch <= q then
                        test(emit, name .. "-unequal", data, with(shape, 1, shape[1] + 1), axis,
                             "zeros", batch)
                    end
                end
            end
        end
    end
end

local function generate(rng, emit, variant)
    axes(rng, emit)
    degenerate(rng, emit)
    if variant.attributes.batch_dims then batches(rng, emit) end
end

return {
    cases = 1,
    attributes = { "axis" },
    hunts = "mixes up dimensions, or fails where one has no or one element",
    generate = generate,
}
