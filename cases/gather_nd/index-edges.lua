-- gather_nd/index-edges.lua - indices at, inside and outside each end of their dimension, in
-- every place of a tuple.
--
-- SPDX-License-Identifier: Apache-2.0
local held, those = part "edges", part("types").those
-- data, length of tuples
local shapes = { { { 7 }, 1 }, { { 3, 5 }, 1 }, { { 3, 5 }, 2 }, { { 2, 3, 5 }, 2 }, { { 5, 3, 2 }, 3 } }

-- Tuples of valid indices that differ from their neighbours, with `value` at `at` (from 1).
local function tuples(count, shape, k, at, value)
    local list = {}
    for n = 0, count * k - 1 do
        local s = shape[n % k + 1]
        list[n + 1] = (n // k * 2 + n % k) % s
    end
    list[at] = value
    return list
end

local function generate(rng, emit, variant)
    local types = those(variant.types, { "int8", "float32", "complex128" })
    for _, s in ipairs(shapes) do
        local shape, k = s[1], s[2]
        for part = 1, k do
            for where, n in pairs { first = 0, middle = 2, last = 4 } do
                for _, value in ipairs(held(variant, shape[part])) do
                    emit {
                        name = string.format("%s-by-%d-part%d-%s-%s", table.concat(shape, "x"), k,
                                             part - 1, where, value[1]),
                        types = types, data = { shape = shape },
                        indices = { shape = { 5, k }, values = tuples(5, shape, k, n * k + part, value[2]) },
                    }
                end
            end
        end
    end
    if not variant.attributes.batch_dims then return end
    for _, value in ipairs(held(variant, 4)) do -- the last of three batches
        for part = 1, 2 do
            local list = tuples(6, { 4, 4 }, 2, 10 + part, value[2])
            emit {
                name = string.format("last-batch-part%d-%s", part - 1, value[1]), types = types,
                data = { shape = { 3, 4, 4, 2 } }, indices = { shape = { 3, 2, 2 }, values = list },
                batch_dims = 1,
            }
        end
    end
end

return {
    cases = 1,
    hunts = "takes an index at an end of its dimension for one inside or outside of it",
    generate = generate,
}
