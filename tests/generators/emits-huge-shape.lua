-- want: 5: the product of these extents
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { shape = { 1 << 40, 1 << 40 } }, indices = { 0 }, axis = 0 }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
