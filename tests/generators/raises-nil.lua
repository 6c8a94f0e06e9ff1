-- want: 5: the script raised a nil; raise a text
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        error()
    end,
}
-- SPDX-License-Identifier: Apache-2.0
