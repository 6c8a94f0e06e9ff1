-- want: 7: tables lie in tables more than 12 deep
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local t = { name = "a" }
        t.data = { t }
        emit(t)
    end,
}
-- SPDX-License-Identifier: Apache-2.0
