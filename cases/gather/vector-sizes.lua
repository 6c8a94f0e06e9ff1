-- gather/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- SPDX-License-Identifier: Apache-2.0
local ends = part("sizes").ends

local function generate(rng, emit, variant)
    part("sizes").each(variant, nil, function(n, types)
        local function test(what, data, axis, count, values)
            emit {
                name = what .. n, types = types, axis = axis, data = { shape = data },
                indices = { shape = { count }, fill = not values and "random" or nil, values = values },
            }
        end
        test("row", { 3, n }, 0, 4)
        test("count", { 5, 2 }, 0, n)
        test("outer", { n, 3 }, 1, 2)
        test("extent", { n }, 0, 4, ends(n))
        test("middle", { 2, 3, n }, 1, 4)
    end)
end

return {
    cases = 1,
    attributes = { "axis" },
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
