-- tensor_scatter/shapes.lua - ranks and axes, and windows that begin anywhere.
--
-- SPDX-License-Identifier: Apache-2.0
local primes = { 2, 3, 5, 7 }

local function generate(rng, emit, variant)
    local function put(name, data, axis, n)
        local updates = { table.unpack(data) }
        updates[axis + 1] = n
        emit {
            name = name, types = { "int8", "float32", "complex128" }, data = { shape = data }, axis = axis,
            indices = { shape = { data[1] }, fill = "random" }, updates = { shape = updates },
            presented = n == 1 and "all" or nil,
        }
    end
    for r = 2, 4 do
        for axis = 1, r - 1 do
            for n = 1, 3 do
                local data = rng:shuffle { table.unpack(primes, 1, r) }
                data[axis + 1] = data[axis + 1] + 2
                put(string.format("rank%d-axis%d-of-%d", r, axis, n), data, axis, n)
            end
        end
    end
    for _, n in ipairs { 15, 16, 17, 63, 64, 65, 255, 256, 257 } do
        put("rows-of-" .. n, { 2, 5, n }, 1, 2)
        put("tokens-" .. n, { 2, 3, n + 3, 2 }, 2, n)
    end
    put("many", { 3, 200, 120 }, 1, 7)
end

return {
    cases = 1,
    hunts = "mixes up what lies before the axis and after it",
    generate = generate,
}
