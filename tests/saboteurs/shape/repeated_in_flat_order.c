/* repeated_in_flat_order.c - indices that are repeated are taken round and round in C order.
 *
 * Right where their first dimension is the one, and wrong where another is.
 *
 * class: SHP
 * origin: none known
 * verdict: wrong-value
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->count > 0 && gat_array_count(&b->a.output) != b->count)
        from = broken_target(b, to) + broken_position(b, broken_index(b, to % b->count)) *
                                          b->stride[b->a.axis];
    broken_put(b, to, from, n);
}

SABOTEUR(.put = put)
