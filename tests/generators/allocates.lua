-- want: 7: the script needs more than 64 MiB
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local t = {}
        local n = 0
        while true do n = n + 1; t[n] = { n } end
    end,
}
-- SPDX-License-Identifier: Apache-2.0
