/* index_modulo.c - an index is taken modulo the extent.
 *
 * One formula wraps negative indices and lets every other one pass.
 *
 * class: BND
 * origin: onnx/onnx f75469120 op_gather_elements.py
 * verdict: accepted
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)at;
    (void)index;
    return b->extent > 0;
}

static int64_t position(const struct broken *b, int64_t index)
{
    return (index % b->extent + b->extent) % b->extent;
}

SABOTEUR(.inside = inside, .position = position)
