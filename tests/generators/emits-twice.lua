-- want: 6: a second test called 'a'; the first was emitted in line 5
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1, 2 }, indices = { 0 }, axis = 0 }
        emit { name = "a", data = { 1, 2 }, indices = { 0 }, axis = 0 }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
