-- want: 5: there is no 'math.random' in a script
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        return math.random()
    end,
}
-- SPDX-License-Identifier: Apache-2.0
