-- want: 5: a name has at most 100 of a-z
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "A b", data = { 1 }, indices = { 0 } }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
