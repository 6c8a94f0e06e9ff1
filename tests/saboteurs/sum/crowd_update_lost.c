/* crowd_update_lost.c - from 2^18 updates of one element on, those of the last thread are lost.
 *
 * Each of four threads has a partial sum of its own, and three are put together.
 *
 * class: DUP
 * origin: microsoft/onnxruntime scatter_nd.cc 178ba40c
 * trap: target_crowd
 * verdict: wrong-value
 * operators: put scatter_nd scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

enum { CROWD = 1 << 18 };

static void join(const struct broken *b, int64_t to, int64_t from)
{
    if (b->had[to] < CROWD / 4 * 3)
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
