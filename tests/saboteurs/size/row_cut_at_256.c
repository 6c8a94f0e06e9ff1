/* row_cut_at_256.c - only the first 256 elements of a row are moved.
 *
 * One thread moves one element, and a block has 256 threads.
 *
 * class: TAIL
 * origin: torch/cutorch#320
 * verdict: unwritten wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    const struct gat_array *walked = &b->c.indices;
    int64_t at = b->scatters ? from : to;
    if (n == 1 && walked->ndim > 0 && at % walked->shape[walked->ndim - 1] >= 256)
        return;
    broken_put(b, to, from, n < 256 ? n : 256);
}

SABOTEUR(.put = put)
