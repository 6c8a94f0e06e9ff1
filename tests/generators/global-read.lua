-- want: 5: there is no global 'os' in a script
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        return os.time()
    end,
}
-- SPDX-License-Identifier: Apache-2.0
