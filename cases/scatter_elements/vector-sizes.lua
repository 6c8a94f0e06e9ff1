-- scatter_elements/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- Rows, counts and outer dimensions of every size up to twice a vector register of 32
-- bytes, then around tiles, pages and the limits of grids.
--
-- SPDX-License-Identifier: Apache-2.0
local steps = { 95, 96, 97, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025 }
local limits = { 4095, 4096, 4097, 65535, 65536, 65537 }

-- Those types of the variant that move 1 and 4 bytes.
local function some(variant)
    local wanted, list = { int8 = true, float32 = true }, {}
    for _, name in ipairs(variant.types) do
        if wanted[name] then list[#list + 1] = name end
    end
    return list
end

local function trio(emit, n, types)
    local function test(what, data, indices, axis)
        emit {
            name = what .. n, types = types, axis = axis, data = { shape = data },
            indices = { shape = indices, fill = "reverse" },
            updates = { shape = indices },
        }
    end
    test("row", { 3, n }, { 2, n }, 0)
    test("count", { 2, n }, { 2, n }, 1)
    test("outer", { n, 3 }, { n, 2 }, 1)
    test("axis", { 1, n }, { 1, n }, 1)
    test("middle", { 2, n, 3 }, { 2, n, 3 }, 1)
end

local function generate(rng, emit, variant)
    for n = 1, 65 do trio(emit, n) end
    for _, n in ipairs(steps) do trio(emit, n) end
    for _, n in ipairs(variant.like and {} or limits) do trio(emit, n, some(variant)) end
end

return {
    cases = 1,
    operator = { "scatter_elements", "scatter" },
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
