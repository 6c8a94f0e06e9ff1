-- want: 5: a text of more than 1 MiB
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local s = (""):rep(1 << 60)
    end,
}
-- SPDX-License-Identifier: Apache-2.0
