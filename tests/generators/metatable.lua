-- want: 5: there is no global 'setmetatable' in a script
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        setmetatable({}, {})
    end,
}
-- SPDX-License-Identifier: Apache-2.0
