-- gather/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- SPDX-License-Identifier: Apache-2.0
local function generate(rng, emit, variant)
    part "sizes"(variant, nil, function(n, types)
        local function test(what, data, count, axis)
            emit {
                name = what .. n, types = types, axis = axis,
                data = { shape = data }, indices = { shape = { count }, fill = "random" },
            }
        end
        test("row", { 3, n }, 4, 0)
        test("count", { 5, 2 }, n, 0)
        test("outer", { n, 3 }, 2, 1)
        test("extent", { n }, 6, 0)
        test("middle", { 2, 3, n }, 4, 1)
    end)
end

return {
    cases = 1,
    attributes = { "axis" },
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
