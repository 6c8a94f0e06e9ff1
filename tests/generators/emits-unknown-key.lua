-- want: 5: unknown key 'indexes'; did you mean 'indices'
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1 }, indexes = { 0 } }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
