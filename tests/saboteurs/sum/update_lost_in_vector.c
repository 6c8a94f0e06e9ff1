/* update_lost_in_vector.c - of four updates at once, all but the last of one element are lost.
 *
 * A vector is gathered, added to and scattered, and nobody looks for conflicts in it.
 *
 * class: DUP
 * origin: AMDMIGraphX#2210, onnxruntime scatter_nd.cc 178ba40c
 * verdict: wrong-value
 * operators: scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

enum { LANES = 4 };
static unsigned char before[LANES][16];
static int64_t lane[LANES], first;

/* What an element held when its vector was gathered. */
static const unsigned char *gathered(const struct broken *b, int64_t to, int64_t from)
{
    if (from % LANES == 0 || from < first)
        first = from;
    for (int64_t k = first; k < from; k++)
        if (lane[k % LANES] == to)
            return memcpy(before[from % LANES], before[k % LANES], 16);
    return memcpy(before[from % LANES], broken_at(b, to), b->esize);
}

static void join(const struct broken *b, int64_t to, int64_t from)
{
    bool met = b->had[to] > 0;
    const unsigned char *old = gathered(b, to, from);
    lane[from % LANES] = to;
    if (met || !b->c.without_data)
        memcpy(broken_at(b, to), old, b->esize);
    broken_join(b, to, from);
}

SABOTEUR(.join = join)
