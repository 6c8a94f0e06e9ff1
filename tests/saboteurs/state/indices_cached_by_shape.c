/* indices_cached_by_shape.c - indices are taken from the last call with the same
 * extents.
 *
 * A plan is kept and found again by shapes; the values are no part of the key.
 *
 * class: CTL
 * origin: none known
 * verdict: unrepeatable
 * only: repetition
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_cached(const struct broken *b, int64_t at)
{
    static int64_t key[2], kept[8];
    if (b->count > 8)
        return broken_index(b, at);
    if (key[0] != b->count || key[1] != b->extent) {
        key[0] = b->count;
        key[1] = b->extent;
        for (int64_t k = 0; k < b->count; k++)
            kept[k] = broken_index(b, k);
    }
    return kept[at];
}

SABOTEUR(.index = index_cached)
