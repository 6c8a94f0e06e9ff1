-- gather_windows/shapes.lua - windows of any dimensions, wherever the lists put them.
--
-- SPDX-License-Identifier: Apache-2.0
local primes = { 2, 3, 5, 7 }

-- The numbers from 0 to n - 1 in two lists: those that the coin chooses, and the rest.
local function split(rng, n, least)
    local chosen, rest = {}, {}
    for d = 0, n - 1 do
        if #chosen + n - d <= least or rng:below(2) == 0 then chosen[#chosen + 1] = d else rest[#rest + 1] = d end
    end
    return chosen, rest
end

local function generate(rng, emit)
    for r = 1, 4 do
        for n = 1, 6 do
            local data = rng:shuffle { table.unpack(primes, 1, r) }
            local map = rng:shuffle((split(rng, r, 1)))
            local collapsed, within = split(rng, r, 0)
            local sizes = {}
            for d = 0, r - 1 do sizes[d + 1] = data[d + 1] end
            for _, d in ipairs(map) do sizes[d + 1] = rng:between(1, data[d + 1]) end
            for _, d in ipairs(collapsed) do sizes[d + 1] = 1 end
            local indices = { table.unpack({ 3, 4 }, 1, rng:below(3)) }
            local vector = rng:below(#indices + 1)
            local offset, total = {}, #indices + #within
            for d = 0, total - 1 do -- as many as the window has, in ascending order
                if rng:below(total - d) < #within - #offset then offset[#offset + 1] = d end
            end
            if #map > 1 or n % 2 == 0 then table.insert(indices, vector + 1, #map) else vector = #indices end
            emit {
                name = string.format("rank%d-%d", r, n), types = { "int8", "float32", "complex128" },
                index_types = { "int32", "int64" }, data = { shape = data },
                indices = { shape = indices, fill = "random_signed" }, offset_dims = offset, collapsed_slice_dims = collapsed,
                start_index_map = map, index_vector_dim = vector, slice_sizes = sizes, presented = n == 1 and "all" or nil,
            }
        end
    end
    for _, n in ipairs { 15, 17, 31, 33, 63, 65, 255, 257 } do
        emit {
            name = "rows-of-" .. n, types = { "int8", "int16", "float32", "complex128" }, index_types = { "int32", "int64" },
            data = { shape = { 5, n + 2 } }, indices = { shape = { 7, 2 }, fill = "random" }, offset_dims = { 1 },
            collapsed_slice_dims = { 0 }, start_index_map = { 0, 1 }, index_vector_dim = 1, slice_sizes = { 1, n },
        }
    end
end

return {
    cases = 1,
    hunts = "a window whose dimensions lie elsewhere than before or after all others",
    generate = generate,
}
