-- want: 5: a function is no part of a case
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = emit }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
