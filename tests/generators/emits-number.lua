-- want: 5: bad argument #1
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit(7)
    end,
}
-- SPDX-License-Identifier: Apache-2.0
