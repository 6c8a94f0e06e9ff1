-- scatter_nd/index-edges.lua - indices at, inside and outside each end of their dimension, in
-- every place of a tuple.
--
-- SPDX-License-Identifier: Apache-2.0
local held, those = part "edges", part("types").those
-- data, length of tuples
local shapes = { { { 7 }, 1 }, { { 5, 3 }, 1 }, { { 3, 5 }, 2 }, { { 3, 5, 2 }, 2 }, { { 5, 3, 2 }, 3 } }

local function generate(rng, emit, variant)
    local types = those(variant.types, { "int8", "float32", "complex128" })
    for _, s in ipairs(shapes) do
        local shape, k = s[1], s[2]
        local rest = { 3, table.unpack(shape, k + 1) }
        for part = 1, k do
            for where, n in pairs { first = 0, middle = 1, last = 2 } do
                for _, value in ipairs(held(variant, shape[part])) do
                    local list = {} -- three places on a diagonal, away from both ends
                    for at = 0, 3 * k - 1 do list[at + 1] = (1 + at // k) % shape[at % k + 1] end
                    list[n * k + part] = value[2]
                    emit {
                        name = string.format("%s-by-%d-part%d-%s-%s", table.concat(shape, "x"), k,
                                             part - 1, where, value[1]),
                        types = types, data = { shape = shape },
                        indices = { shape = { 3, k }, values = list }, updates = { shape = rest },
                    }
                end
            end
        end
    end
end

return {
    cases = 1,
    hunts = "takes an index at an end of its dimension for one inside or outside of it",
    generate = generate,
}
