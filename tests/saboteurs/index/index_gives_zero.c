/* index_gives_zero.c - an index out of range gives zeros.
 *
 * A device kernel has no way to report, and stores 0.
 *
 * class: OOB
 * origin: openvinotoolkit/openvino#35687, tensorflow/tensorflow#12608
 * verdict: accepted
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)b;
    (void)at;
    (void)index;
    return true;
}

static int64_t position(const struct broken *b, int64_t index)
{
    return broken_inside(b, 0, index) ? broken_position(b, index) : BROKEN_NOWHERE;
}

static void plan(struct broken *b)
{
    if (!b->scatters && broken_size(b) > 0)
        memset(b->to, 0, broken_size(b));
}

SABOTEUR(.inside = inside, .position = position, .plan = plan)
