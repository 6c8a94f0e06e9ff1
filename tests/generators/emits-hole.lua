-- want: 5: a nil is no part of a case
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { data = { 1, nil, 3 }, indices = { 0 } }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
