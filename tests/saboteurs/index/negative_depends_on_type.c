/* negative_depends_on_type.c - a negative index counts from the end for some
 * element types only.
 *
 * Two kernels of one operator follow two readings of an opset that says nothing.
 *
 * class: NEG
 * origin: microsoft/onnxruntime#1796
 * verdict: inconsistent-reading
 * operators: gather
 * only: readings
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return broken_inside(b, at, index) &&
           (index >= 0 || b->esize == 4 || strcmp(b->call->variant, "onnx-1") != 0);
}

SABOTEUR(.inside = inside)
