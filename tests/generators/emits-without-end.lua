-- want: 7: 
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local n = 0
        while true do n = n + 1
            emit { name = "a" .. n, data = { 1 }, indices = { 0 }, axis = 0 } end
    end,
}
-- SPDX-License-Identifier: Apache-2.0
