/* negative_refused.c - a negative index is reported as out of range.
 *
 * Kernels written for opset 9 went on serving later opsets.
 *
 * class: NEG
 * origin: microsoft/onnxruntime#9739, NVIDIA/TensorRT#1229
 * verdict: refused
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)at;
    return index >= 0 && index < b->extent;
}

SABOTEUR(.inside = inside)
