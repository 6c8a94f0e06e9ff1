-- scatter_elements/duplicate-patterns.lua - several updates of one element, in every pattern.
--
-- SPDX-License-Identifier: Apache-2.0
-- k is the place along the axis, from 0, n their number, s the extent of the axis.
local patterns = {
    all = function() return 0 end,
    last = function(k, n, s) return s - 1 end,
    pairs = function(k, n, s) return k // 2 % s end,
    ends = function(k, n, s) return k == n - 1 and 0 or k % s end,
    cycle = function(k, n, s) return k % (s // 2 + 1) end,
    mirror = function(k, n, s) return (k < n - k and k or n - 1 - k) % s end,
    signs = function(k, n, s) return k % 2 == 0 and s - 1 or -1 end,
    middle = function(k, n, s) return (k == n // 2 or k == n // 2 + 1) and 0 or k % s end,
}
-- Below and above the counts at which kernels take several lanes, warps or threads.
local counts = { 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, 257, 1025 }

local function generate(rng, emit, variant)
    local rules = variant.rules
    for name, pattern in pairs(patterns) do
        for _, n in ipairs(counts) do
            local line, column, random = {}, {}, {}
            local s = n
            for k = 0, n - 1 do
                line[k + 1] = pattern(k, n, s)
                column[2 * k + 1], column[2 * k + 2] = line[k + 1], pattern(n - 1 - k, n, s)
                random[k + 1] = rng:below(s)
            end
            local function test(suffix, data, indices, values, axis)
                emit {
                    name = string.format("%s-%d%s", name, n, suffix), axis = axis,
                    data = { shape = data }, indices = { shape = indices, values = values },
                    updates = { shape = indices },
                }
            end
            test("", { s }, { n }, line, 0)
            test("-columns", { s, 2 }, { n, 2 }, column, 0)
            test("-row", { 2, s }, { 1, n }, line, 1)
            if name == "all" then test("-drawn", { s }, { n }, random, 0) end
        end
    end
end

return {
    cases = 1,
    operator = { "scatter_elements", "scatter" },
    hunts = "mixes two updates of one element, adds them, or writes another element",
    generate = generate,
}
