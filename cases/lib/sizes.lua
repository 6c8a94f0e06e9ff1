-- lib/sizes.lua - sizes around those at which kernels change their ways: all up to twice a
-- vector register of 32 bytes, then around tiles, pages and the limits of grids.
--
-- SPDX-License-Identifier: Apache-2.0
local types = part "types"
local steps = { 95, 96, 97, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025 }
local limits = { 4095, 4096, 4097, 65535, 65536, 65537 }

-- Four indices into an axis of extent n, at both of its ends first.
local function ends(n) return { n - 1, 0, n // 2, math.max(n - 2, 0) } end

-- Call test(n, types) with each size; the largest only with types of 1 and 4 bytes.
local function each(variant, all, test)
    for n = 1, 65 do test(n, all) end
    for _, n in ipairs(steps) do test(n, all) end
    if variant.like then return end
    for _, n in ipairs(limits) do test(n, types.those(variant.types, { "int8", "float32" })) end
end

return { each = each, ends = ends }
