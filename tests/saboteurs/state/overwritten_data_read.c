/* overwritten_data_read.c - a scatter clears its output before it copies data into it.
 *
 * In place there is nothing left to copy.
 *
 * class: ALI
 * origin: none known
 * verdict: wrong-value
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void base(const struct broken *b)
{
    if (broken_size(b) > 0)
        memset(b->to, 0, broken_size(b));
    broken_base(b);
}

SABOTEUR(.base = base)
