-- want: 5: gather/onnx-13 takes no such 'batch_dims'
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)
        emit { name = "a", data = { 1 }, indices = { 0 }, axis = 0, batch_dims = 0 }
    end,
}
-- SPDX-License-Identifier: Apache-2.0
