/* index_clamped.c - an index out of range is moved to the nearest end.
 *
 * Device kernels clamp where the document demands an error.
 *
 * class: OOB
 * origin: microsoft/onnxruntime#20877, #10234
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
    if (index < -b->extent)
        return 0;
    return index >= b->extent ? b->extent - 1 : broken_position(b, index);
}

SABOTEUR(.inside = inside, .position = position)
