-- scatter_elements/neighbours.lua - reductions of numbers that differ where a narrower type of
-- floating-point numbers has no more digits.
--
-- SPDX-License-Identifier: Apache-2.0
local past = {
    { "2-24", 1 << 24, { "int32", "uint32", "float64" } },
    { "2-53", 1 << 53, { "int64", "uint64" } },
    { "2-62", 1 << 62, { "int64", "uint64" } },
}

local function generate(rng, emit, variant)
    local tuples = variant.operator == "scatter_nd"
    for _, p in ipairs(past) do
        local n, types = p[2], part("types").those(variant.types, p[3])
        for how, updates in pairs {
            min = { n + 1, n, n + 1, n + 2 }, max = { n + 1, n, n + 1, n - 1 }, add = { 1, 2, 3, 1 },
            sub = { 1, 1, 2, 3 }, mul = { 1, 1, 1, 1 },
        } do
            if variant.reductions[how] and #types > 0 then
                emit {
                    name = how .. "-past-" .. p[1], types = types, reduction = how,
                    data = { shape = { 4 }, values = { n, n + 1, n + 1, n } },
                    indices = { shape = tuples and { 4, 1 } or { 4 }, values = { 0, 1, 2, 3 } },
                    updates = { shape = { 4 }, values = updates }, axis = variant.attributes.axis and 0 or nil,
                }
            end
        end
    end
end

return {
    cases = 1,
    operator = { "scatter_elements", "scatter_nd", "scatter_slices" },
    combines = true,
    types = { "int32", "uint32", "float64", "int64", "uint64" },
    hunts = "integers are combined or compared as floating-point numbers of too few digits",
    generate = generate,
}
