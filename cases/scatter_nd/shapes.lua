-- scatter_nd/shapes.lua - ranks, lengths of tuples, and extents of one or none.
--
-- SPDX-License-Identifier: Apache-2.0
local shapes = part "shapes"
local with, extents = shapes.with, shapes.extents

-- As many tuples of k as name each place once at most, in q - 1 dimensions.
local function holding(data, q, k)
    local places, shape = 1, {}
    for d = 1, k do places = places * (data[d] or 1) end
    for d = 1, q - 1 do
        shape[d] = (d == q - 1 and places > 0 and places) or 1
        if d < q - 1 and places % 2 == 0 and places > 0 then shape[d], places = 2, places // 2 end
    end
    shape[q] = k
    return shape
end

-- The shape of indices without tuples, and what these leave of data.
local function placed(data, indices)
    local shape = { table.unpack(indices, 1, #indices - 1) }
    for d = indices[#indices] + 1, #data do shape[#shape + 1] = data[d] end
    return shape
end

local function generate(rng, emit, variant)
    local types = part("types").of_each_size(variant.types)
    local function put(name, data, indices, fill, updates)
        emit {
            name = name, types = types, data = { shape = data },
            indices = { shape = indices, fill = fill },
            updates = { shape = updates or placed(data, indices) },
        }
    end
    local function test(r, q, k)
        local data = extents(rng, r)
        put(string.format("rank%d-by-rank%d-of-%d", r, q, k), data, holding(data, q, k),
            rng:pick { "reverse", "cycle" })
    end
    for r = 1, 5 do
        for k = 0, r + 1 do
            for q = 1, 3 do test(r, q, k) end
        end
    end
    for _, k in ipairs { 1, 4, 7, 8 } do test(8, 2, k) end
    test(3, 8, 2)
    for r = 1, 4 do -- one extent of data is 0 or 1; updates differ in one extent
        for k = 1, r do
            for d = 1, r do
                for extent = 0, 1 do
                    local data = with(extents(rng, r), d, extent)
                    local name = string.format("rank%d-dim%d-of-%d-by-%d", r, d - 1, extent, k)
                    put(name, data, { 1, k }, "zeros")
                    put(name .. "-no-tuples", data, { 0, k }, "zeros")
                end
            end
            local data = extents(rng, r)
            local indices = holding(data, 2, k)
            local updates = placed(data, indices)
            for d = 1, #updates do
                local name = string.format("rank%d-by-%d-updates%d", r, k, d - 1)
                put(name .. "-longer", data, indices, "cycle", with(updates, d, updates[d] + 1))
                put(name .. "-shorter", data, indices, "cycle", with(updates, d, updates[d] - 1))
            end
        end
    end
end

return {
    cases = 1,
    hunts = "mixes up ranks and the length of tuples, or fails where there is one or nothing",
    generate = generate,
}
