/* base_row_cut_at_256.c - a scatter copies only the first 256 elements of each row
 * of data.
 *
 * One thread moves one element, and a block has 256 threads.
 *
 * class: TAIL
 * origin: torch/cutorch#336
 * verdict: unwritten
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void base(const struct broken *b)
{
    const struct gat_array *data = &b->c.data;
    int64_t row = data->ndim == 0 ? 1 : data->shape[data->ndim - 1];
    for (int64_t at = 0; at < gat_array_count(data); at++)
        if (at % row < 256)
            memcpy(b->to + (size_t)at * b->esize,
                   (const char *)data->data + (size_t)at * b->esize, b->esize);
}

SABOTEUR(.base = base)
