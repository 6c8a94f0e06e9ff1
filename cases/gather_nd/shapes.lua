-- gather_nd/shapes.lua - ranks, lengths of tuples, batches, and extents of one or none.
--
-- SPDX-License-Identifier: Apache-2.0
local shapes = part "shapes"
local with, extents = shapes.with, shapes.extents

-- Indices of rank q that hold tuples of k, after b batches of data.
local function holding(data, q, k, b)
    local shape = {}
    for d = 1, q - 1 do shape[d] = d <= b and (data[d] or 1) or ({ 4, 2, 3 })[(d - 1) % 3 + 1] end
    shape[q] = k
    return shape
end

local function depths(test)
    for r = 1, 5 do
        for k = 0, r + 1 do
            for q = 1, 4 do test(r, q, k, 0) end
        end
    end
    for _, k in ipairs { 1, 4, 7, 8 } do test(8, 2, k, 0) end
    test(3, 8, 2, 0)
end

local function batches(test)
    for r = 1, 4 do
        for b = -1, r + 1 do
            for _, k in ipairs { 1, 2, r - b } do
                if k > 0 and (k < r - b or k == 1 or k == 2) then
                    test(r, b < 0 and 2 or b + 1, k, b)
                    test(r, b < 0 and 3 or b + 2, k, b)
                end
            end
        end
    end
end

local function generate(rng, emit, variant)
    local types, seen = part("types").of_each_size(variant.types), {}
    local function put(name, data, indices, fill, batch)
        if seen[name] then return end
        seen[name] = true
        emit {
            name = name, types = types, data = { shape = data },
            indices = { shape = indices, fill = fill }, batch_dims = batch,
        }
    end
    depths(function(r, q, k)
        local data = extents(rng, r)
        put(string.format("rank%d-by-rank%d-of-%d", r, q, k), data, holding(data, q, k, 0),
            rng:pick { "random", "reverse", "cycle" })
    end)
    for r = 1, 4 do -- one extent of data is 0 or 1
        for d = 1, r do
            for extent = 0, 1 do
                for k = 1, r do
                    local data = with(extents(rng, r), d, extent)
                    local name = string.format("rank%d-dim%d-of-%d-by-%d", r, d - 1, extent, k)
                    put(name, data, holding(data, 2, k, 0), "zeros")
                    put(name .. "-no-tuples", data, { 0, k }, "zeros")
                end
            end
        end
    end
    if not variant.attributes.batch_dims then return end
    batches(function(r, q, k, b)
        local data = extents(rng, r)
        local indices = holding(data, q, k, b)
        local name = string.format("batch%s%d-rank%d-by-rank%d-of-%d", b < 0 and "-minus" or "",
                                   b < 0 and -b or b, r, q, k)
        put(name, data, indices, "random", b)
        if b > 0 and b <= r and b < q then
            put(name .. "-uneven", data, with(indices, 1, indices[1] + 1), "zeros", b)
        end
    end)
end

return {
    cases = 1,
    hunts = "mixes up ranks, the length of tuples and batches, or fails where there is one or nothing",
    generate = generate,
}
