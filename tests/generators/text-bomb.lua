-- want: 5: a text of more than 1 MiB
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local s = ("x"):rep(1000000000)
    end,
}
-- SPDX-License-Identifier: Apache-2.0
