/* tuple_reversed.c - the first index of a tuple is taken for the last dimension.
 *
 * Strides were put together from the other end.
 *
 * class: DEP
 * origin: none known
 * verdict: wrong-value refused accepted
 * operators: gather_nd scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t mirrored(const struct broken *b, int64_t at)
{
    int64_t j = b->depth > 1 ? at % b->depth : 0;
    return broken_index(b, b->depth > 1 ? at + b->depth - 1 - 2 * j : at);
}

SABOTEUR(.index = mirrored)
