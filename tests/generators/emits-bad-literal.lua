-- want: 5: 'abc' is no value of int32, int64
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1 }, indices = { "abc" }, axis = 0 }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
