/* aligned_load_of_odd_address.c - the low bits of an address are dropped.
 *
 * A unit that loads whole elements only does so where an element could begin.
 *
 * class: STR
 * origin: none known
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    uintptr_t first = (uintptr_t)(b->source + from * (int64_t)b->esize);
    const char *aligned = b->source + from * (int64_t)b->esize - first % b->esize;
    if (n > 0)
        memcpy(b->to + to * (int64_t)b->esize, aligned, (size_t)n * b->esize);
}

SABOTEUR(.put = put)
