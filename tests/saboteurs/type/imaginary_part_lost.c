/* imaginary_part_lost.c - only the real part of a complex number is moved.
 *
 * The element size was that of a real number.
 *
 * class: DTY
 * origin: none known
 * verdict: wrong-value unwritten
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    bool complex = b->c.data.dtype == GAT_C64 || b->c.data.dtype == GAT_C128;
    size_t half = b->esize / (complex ? 2 : 1);
    for (int64_t k = 0; k < n; k++)
        memcpy(b->to + (size_t)(to + k) * b->esize,
               b->source + (size_t)(from + k) * b->esize, half);
}

SABOTEUR(.put = put)
