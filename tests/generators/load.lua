-- want: 5: there is no global 'load' in a script
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        load("x = 1")()
    end,
}
-- SPDX-License-Identifier: Apache-2.0
