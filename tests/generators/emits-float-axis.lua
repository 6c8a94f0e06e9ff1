-- want: 5: 
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1 }, indices = { 0 }, axis = 1.0 }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
