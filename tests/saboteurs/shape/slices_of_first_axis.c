/* slices_of_first_axis.c - slices across a later axis are placed as if it were the first.
 *
 * What lies before the axis was taken for one: only the first part of each slice is placed.
 *
 * class: AXN
 * origin: burn#3555
 * verdict: wrong-value unwritten
 * operators: scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    b->rows = b->rows > 1 ? 1 : b->rows;
}

SABOTEUR(.plan = plan)
