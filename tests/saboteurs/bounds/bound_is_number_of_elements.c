/* bound_is_number_of_elements.c - the bound of an index is the number of elements
 * of data.
 *
 * Data of shape (9,5) accepted an index of 44.
 *
 * class: BND
 * origin: PaddlePaddle/Paddle#53348
 * verdict: accepted out-of-bounds-read out-of-bounds-write
 * operators: gather gather_elements gather_nd scatter scatter_elements scatter_nd scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)at;
    return index >= -b->extent && index < gat_array_count(&b->c.data);
}

SABOTEUR(.inside = inside)
