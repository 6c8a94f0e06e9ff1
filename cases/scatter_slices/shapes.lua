-- scatter_slices/shapes.lua - ranks, axes, and extents of one or none around them.
--
-- SPDX-License-Identifier: Apache-2.0
local with = part("shapes").with
local primes = { 2, 3, 5, 7 }

local function generate(rng, emit, variant)
    local types = part("types").those(variant.types, { "int8", "int16", "float32", "complex128" })
    local hows = {}
    for _, how in ipairs { "add", "mul", "min", "max", "mean" } do
        if variant.reductions[how] then hows[#hows + 1] = how end
    end
    local function put(name, data, axis, n, fill, presented)
        if axis > 0 and not variant.attributes.axis then return end
        emit {
            name = name, types = types, data = { shape = data }, indices = { shape = { n }, fill = fill },
            updates = { shape = with(data, axis + 1, n) }, axis = variant.attributes.axis and axis or nil,
            reduction = #hows > 0 and rng:pick(hows) or nil, presented = presented,
        }
    end
    for r = 1, 4 do
        for axis = 0, r - 1 do
            local data = rng:shuffle { table.unpack(primes, 1, r) }
            local name = string.format("rank%d-axis%d", r, axis)
            put(name .. "-once", data, axis, data[axis + 1], "reverse", axis == r - 2 and "all" or nil)
            put(name .. "-twice", data, axis, 2 * data[axis + 1], "cycle")
            put(name .. "-one", data, axis, 1, "random")
            for d = 1, r do
                put(name .. "-dim" .. d - 1 .. "-of-1", with(data, d, 1), axis, 2, "zeros")
                put(name .. "-dim" .. d - 1 .. "-of-0", with(data, d, 0), axis, d == axis + 1 and 0 or 2, "zeros")
            end
        end
    end
    for _, n in ipairs { 15, 16, 17, 63, 64, 65, 255, 256, 257 } do
        put("slices-of-" .. n, { 3, n }, 0, 2, "reverse")
        put("slices-" .. n, { 2, n, 2 }, 1, n, "reverse")
    end
    if variant.reductions.mean then -- few are not zero, so that the mean of many hides none
        local values = {}
        for k = 1, 300 do values[k] = k % 30 == 0 and 12 or 0 end
        emit {
            name = "mean-of-300", types = { "bfloat16", "float32" }, data = { shape = { 1 } },
            indices = { shape = { 300 }, fill = "zeros" }, updates = { shape = { 300 }, values = values },
            axis = 0, reduction = "mean", initial = false,
        }
    end
end

return {
    cases = 1,
    hunts = "mixes up what lies before the axis and after it, or fails where there is one or nothing",
    generate = generate,
}
