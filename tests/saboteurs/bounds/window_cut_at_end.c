/* window_cut_at_end.c - what a window has past the end of a circular cache is left out.
 *
 * The window is cut at the end of the axis and does not go on at its beginning.
 *
 * class: BND
 * origin: none known
 * verdict: wrong-value
 * operators: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

/* Where an element lies along the axis of the windows. */
static int64_t along(const struct broken *b, const struct gat_array *t, int64_t at)
{
    return at / b->inner % t->shape[b->a.axis];
}

/* An element that went around lies nearer to the beginning than in its window. */
static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (along(b, &b->c.data, to) >= along(b, &b->c.updates, from))
        broken_put(b, to, from, n);
}

SABOTEUR(.put = put)
