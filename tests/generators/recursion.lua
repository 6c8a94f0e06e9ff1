-- want: 5: stack overflow
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local function f(n) return 1 + f(n + 1) end
        f(1)
    end,
}
-- SPDX-License-Identifier: Apache-2.0
