-- want: 5: there is no global 'pcall' in a script
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        while true do pcall(error) end
    end,
}
-- SPDX-License-Identifier: Apache-2.0
