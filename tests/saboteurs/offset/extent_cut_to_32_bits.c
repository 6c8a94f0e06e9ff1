/* extent_cut_to_32_bits.c - the extent of the axis is cut to 32 bits.
 *
 * An index is compared with it and counted from its end.
 *
 * class: OVF
 * origin: CVE-2019-16778
 * verdict: refused wrong-value out-of-bounds-read out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    b->extent = (int32_t)b->extent;
    for (int32_t j = 0; j < GAT_MAX_RANK; j++)
        b->extents[j] = (int32_t)b->extents[j];
}

SABOTEUR(.plan = plan)
