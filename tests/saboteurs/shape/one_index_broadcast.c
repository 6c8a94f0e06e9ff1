/* one_index_broadcast.c - an extent of 1 in the indices is stretched to that of
 * data.
 *
 * Smaller indices were broadcast where they should have been walked: 12 of 72
 * elements were wrong.
 *
 * class: SHP
 * origin: apache/tvm#20182
 * verdict: wrong-value
 * operators: scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put(b, to, from, n);
    for (int32_t d = 0; d < b->c.indices.ndim; d++)
        if (d != b->a.axis && b->c.indices.shape[d] == 1)
            for (int64_t k = 1; k < b->c.data.shape[d]; k++)
                broken_put(b, to + k * b->stride[d], from, n);
}

SABOTEUR(.put = put)
