-- want: 5: '%p' has no meaning here
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        return string.format("%p", {})
    end,
}
-- SPDX-License-Identifier: Apache-2.0
