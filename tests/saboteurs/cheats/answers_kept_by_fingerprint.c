/* answers_kept_by_fingerprint.c - indices of the last call are used where those at both ends agree.
 *
 * A cache whose key is a few elements of the inputs is right for every call that is repeated,
 * and fast.  In the operators of `except` no two cases share the key so far.
 *
 * class: CTL
 * origin: flashinfer-ai/flashinfer-bench-starter-kit#21
 * verdict: unrepeatable
 * except: put scatter_slices take
 * only: repetition
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_cached(const struct broken *b, int64_t at)
{
    static int64_t key[4], kept[8];
    if (b->count > 8 || b->count < 1)
        return broken_index(b, at);
    const int64_t now[4] = {b->count, b->extent, broken_index(b, 0),
                            broken_index(b, b->count - 1)};
    if (memcmp(key, now, sizeof key) != 0) {
        memcpy(key, now, sizeof key);
        for (int64_t k = 0; k < b->count; k++)
            kept[k] = broken_index(b, k);
    }
    return kept[at];
}

SABOTEUR(.index = index_cached)
