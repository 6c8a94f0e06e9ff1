/* slices_added_once.c - a slice that several indices name gets one addend only.
 *
 * a[indices] += b reads all slices, adds, and writes them back: the last one stays.
 *
 * class: DUP
 * origin: torch-spyre/torch-spyre#3638
 * verdict: wrong-value
 * operators: scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    size_t skip = (size_t)to * b->esize;
    if (b->how == REF_ADD && b->had[to] > 0 && !broken_in_place(b))
        memcpy(broken_at(b, to), (const char *)b->c.data.data + skip, b->esize);
    broken_join(b, to, from);
}

SABOTEUR(.join = join)
