-- want: 5: assignment to global 'pairs'; write local
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        pairs = nil
    end,
}
-- SPDX-License-Identifier: Apache-2.0
