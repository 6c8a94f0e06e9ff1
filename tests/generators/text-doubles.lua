-- want: 6: the script needs more than 64 MiB, or a text
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        local s = "xxxxxxxx"
        while true do s = s .. s end
    end,
}
-- SPDX-License-Identifier: Apache-2.0
