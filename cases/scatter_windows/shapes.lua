-- scatter_windows/shapes.lua - windows of one dimension to all, placed or combined anywhere.
--
-- SPDX-License-Identifier: Apache-2.0
local primes = { 2, 3, 5, 7 }

local function generate(rng, emit, variant)
    for r = 1, 4 do
        for n = 1, 5 do
            local data = rng:shuffle { table.unpack(primes, 1, r) }
            local map, collapsed, offset, updates = {}, {}, {}, {}
            local vectors = rng:below(4) + 1
            for d = 0, r - 1 do
                if #map == 0 or rng:below(2) == 0 then table.insert(map, rng:below(#map + 1) + 1, d) end
                if rng:below(2) == 0 then
                    collapsed[#collapsed + 1] = d
                else
                    offset[#offset + 1] = #offset
                    updates[#updates + 1] = rng:between(1, data[d + 1])
                end
            end
            if n % 2 == 0 then -- the windows after the indices, not before them
                table.insert(updates, 1, vectors)
                for k = 1, #offset do offset[k] = offset[k] + 1 end
            else
                updates[#updates + 1] = vectors
            end
            emit {
                name = string.format("rank%d-%d", r, n), types = { "int8", "float32", "complex128" }, index_types = { "int32", "int64" },
                data = { shape = data }, indices = { shape = { vectors, #map }, fill = "random_signed" }, updates = { shape = updates },
                offset_dims = offset, collapsed_slice_dims = collapsed, start_index_map = map, index_vector_dim = 1,
                reduction = n == 5 and variant.reductions.add and "add" or nil, presented = n == 1 and "all" or nil,
            }
        end
    end
end

return {
    cases = 1,
    hunts = "a window whose dimensions lie elsewhere than before or after all others",
    generate = generate,
}
