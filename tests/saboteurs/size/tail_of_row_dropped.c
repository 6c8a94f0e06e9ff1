/* tail_of_row_dropped.c - what does not fill 16 bytes of a row is left out.
 *
 * Rows are moved in vectors and have no tail.
 *
 * class: TAIL
 * origin: tracel-ai/burn#2206
 * verdict: unwritten
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    int64_t lanes = 16 / (int64_t)b->esize;
    broken_put(b, to, from, n > lanes ? n - n % lanes : n);
}

SABOTEUR(.put = put)
