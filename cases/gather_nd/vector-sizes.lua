-- gather_nd/vector-sizes.lua - sizes around those at which kernels change their ways.
--
-- Slices and counts of every size up to twice a vector register of 32 bytes, then around
-- tiles, pages and the limits of grids.
--
-- SPDX-License-Identifier: Apache-2.0
local steps = { 95, 96, 97, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025 }
local limits = { 4095, 4096, 4097, 65535, 65536, 65537 }

local function these(types, wanted)
    local list = {}
    for _, name in ipairs(types) do
        if wanted[name] then list[#list + 1] = name end
    end
    return list
end

local function generate(rng, emit, variant)
    local types = these(variant.types, { int8 = true, float16 = true, float32 = true, complex128 = true })
    local function trio(n, some)
        local function test(what, data, indices)
            emit {
                name = what .. n, types = some, data = { shape = data },
                indices = { shape = indices, fill = "random" },
            }
        end
        test("slice", { 3, n }, { 4, 1 })
        test("count", { 5, 2 }, { n, 2 })
        test("extent", { 2, n }, { 6, 2 })
    end
    for n = 1, 65 do trio(n, types) end
    for _, n in ipairs(steps) do trio(n, types) end
    for _, n in ipairs(variant.like and {} or limits) do trio(n, these(types, { int8 = true, float32 = true })) end
end

return {
    cases = 1,
    hunts = "drops or repeats elements at the end of a vector, tile or grid",
    generate = generate,
}
