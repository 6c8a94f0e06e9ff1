-- want: 5: the script has taken 200 million instructions
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        while true do end
    end,
}
-- SPDX-License-Identifier: Apache-2.0
