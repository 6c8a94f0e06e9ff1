-- want: 5: there is no 'string.find' in a script
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        return (("a"):rep(30)):find(("a?"):rep(30) .. ("a"):rep(30))
    end,
}
-- SPDX-License-Identifier: Apache-2.0
