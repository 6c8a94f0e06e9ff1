/* divides_by_extent.c - an extent that can be 0 is divided by.
 *
 * The block length is found by a division through the extent of the axis.
 *
 * class: DIV
 * origin: tenstorrent/tt-metal#56881
 * verdict: crash
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    volatile int64_t extent = b->extent;
    b->data_row += b->extent * b->inner / extent - b->inner;
}

SABOTEUR(.plan = plan)
