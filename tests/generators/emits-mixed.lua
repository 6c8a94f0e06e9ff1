-- want: 5: a table is either a list without gaps or a map
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1, 2, x = 3 } }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
