-- want: 5: gather/onnx-13 takes no such 'updates'
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1 }, indices = { 0 }, updates = { 1 }, axis = 0 }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
