-- want: 5: kaput
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        error("kaput")
    end,
}
-- SPDX-License-Identifier: Apache-2.0
