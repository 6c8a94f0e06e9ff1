-- scatter_nd/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- SPDX-License-Identifier: Apache-2.0
local function generate(rng, emit, variant)
    local some = part("types").those(variant.types, { "int8", "float16", "float32", "complex128" })
    part("sizes").each(variant, not variant.like and some or nil, function(n, types)
        local function test(what, data, indices, updates)
            emit {
                name = what .. n, types = types, data = { shape = data },
                indices = { shape = indices, fill = "reverse" }, updates = { shape = updates },
            }
        end
        test("slice", { 3, n }, { 2, 1 }, { 2, n })
        test("count", { n, 2 }, { n, 2 }, { n })
        test("extent", { 2, n }, { 2, 2 }, { 2 })
    end)
end

return {
    cases = 1,
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
