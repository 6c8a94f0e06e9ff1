-- want: 5: format takes texts, numbers and truth values, not a table
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        return string.format("%s", {})
    end,
}
-- SPDX-License-Identifier: Apache-2.0
