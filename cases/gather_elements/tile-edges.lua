-- gather_elements/tile-edges.lua - tiles at, below and above the buffer, and odd last dimensions.
--
-- How many bytes a tile needs follows from the rule: elements of data and of indices for
-- each position of the tile, and data's whole axis for each position off it.
--
-- SPDX-License-Identifier: Apache-2.0
local sizes = { int16 = 2, float16 = 2, bfloat16 = 2, int32 = 4, float32 = 4 }
local indices = { int32 = 4, int64 = 8 }

return {
    cases = 1,
    hunts = "a tile that just fits the buffer is refused, one that just does not overruns it, or the end of a row is lost",
    operator = "gather_elements",
    variants = { "pypto-2026.02" },
    generate = function(rng, emit, variant)
        local buffer = variant.rules.buffer_size
        -- One row, indices as long as the axis: 2 e + i bytes for each element of it.
        for _, t in ipairs { "float16", "int32" } do
            for _, i in ipairs { "int32", "int64" } do
                local most = buffer // (2 * sizes[t] + indices[i])
                for _, more in ipairs { -1, 0, 1 } do
                    local n = most + more
                    local word = more < 0 and "below" or more == 0 and "at" or "above"
                    emit { name = "one-row-" .. word .. "-" .. t .. "-" .. i, types = { t }, index_types = { i },
                           data = { shape = { 1, n } }, indices = { shape = { 1, n }, fill = "random" },
                           axis = 1, view_shape = { 1, n }, tile_shape = { 1, n } }
                end
            end
        end
        -- One column: the axis is the first dimension, and rows have one element.
        for _, n in ipairs { 1, 7, 500 } do
            emit { name = "one-column-" .. n, data = { shape = { n, 1 } }, indices = { shape = { n, 1 }, fill = "random" },
                   axis = 0, view_shape = { n, 1 }, tile_shape = { n, 1 } }
        end
        -- Last dimensions around 8, 16 and 32 elements, cut by tiles that do not divide them.
        for _, last in ipairs { 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 65 } do
            local rows, cut = rng:between(2, 9), rng:between(1, last)
            emit { name = "last-" .. last, data = { shape = { rows, last } },
                   indices = { shape = { rows, last }, fill = "random" },
                   axis = 0, view_shape = { rows, last }, tile_shape = { rng:between(1, rows), cut } }
        end
        -- Indices longer and shorter than the axis, along either dimension.
        for _, more in ipairs { -3, 5, 40 } do
            emit { name = "along-rows-" .. 9 + more, data = { shape = { 9, 13 } },
                   indices = { shape = { 9 + more, 11 }, fill = "random" },
                   axis = 0, view_shape = { 64, 13 }, tile_shape = { 4, 5 } }
            emit { name = "along-columns-" .. 9 + more, data = { shape = { 13, 9 } },
                   indices = { shape = { 11, 9 + more }, fill = "random" },
                   axis = 1, view_shape = { 13, 64 }, tile_shape = { 5, 4 } }
        end
    end,
}
