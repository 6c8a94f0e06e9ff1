/* indices_read_as_64_bits.c - indices of 32 bits are read as 64.
 *
 * Two neighbours make one index: [[0],[1]] was reported as 4294967296.
 *
 * class: IDXT
 * origin: pytorch/pytorch#37996
 * verdict: out-of-bounds-read refused wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_wide(const struct broken *b, int64_t at)
{
    int64_t index;
    if (b->c.indices.dtype != GAT_I32)
        return broken_index(b, at);
    memcpy(&index, (const char *)b->c.indices.data + at * 8, sizeof index);
    return index;
}

SABOTEUR(.index = index_wide)
