-- want: 5: assignment to global 'x'; write local
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        x = 1
    end,
}
-- SPDX-License-Identifier: Apache-2.0
