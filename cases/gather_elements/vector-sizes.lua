-- gather_elements/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- SPDX-License-Identifier: Apache-2.0
local function generate(rng, emit, variant)
    local scatters = variant.inputs.updates
    part("sizes").each(variant, nil, function(n, types)
        local function test(what, data, indices, axis)
            emit {
                name = what .. n, types = types, axis = axis, data = { shape = data },
                indices = { shape = indices, fill = scatters and "reverse" or "random" },
                updates = scatters and { shape = indices } or nil,
            }
        end
        test("row", { 3, n }, { 2, n }, 0)
        test("count", { 2, scatters and n or 5 }, { 2, n }, 1)
        test("outer", { n, 3 }, { n, 2 }, 1)
        test("axis", { 1, n }, { 1, n }, 1)
        test("middle", { 2, n, 3 }, { 2, n, 3 }, 1)
    end)
end

return {
    cases = 1,
    operator = { "gather_elements", "scatter_elements", "scatter" },
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
