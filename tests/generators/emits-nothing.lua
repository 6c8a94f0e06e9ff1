-- want:  'generate' emits nothing for gather/onnx-1
return {
    cases = 1, hunts = "nothing",
    generate = function(rng, emit, variant)

    end,
}
-- SPDX-License-Identifier: Apache-2.0
