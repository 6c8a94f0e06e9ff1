-- gather_nd/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- SPDX-License-Identifier: Apache-2.0
local function generate(rng, emit, variant)
    local some = part("types").those(variant.types, { "int8", "float16", "float32", "complex128" })
    part("sizes").each(variant, some, function(n, types)
        local function test(what, data, indices, values)
            emit {
                name = what .. n, types = types, data = { shape = data },
                indices = { shape = indices, fill = not values and "random" or nil, values = values },
            }
        end
        test("slice", { 3, n }, { 4, 1 })
        test("count", { 5, 2 }, { n, 2 })
        local at = part("sizes").ends(n)
        test("extent", { 2, n }, { 4, 2 }, { 1, at[1], 0, at[2], 1, at[3], 0, at[4] })
    end)
end

return {
    cases = 1,
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
