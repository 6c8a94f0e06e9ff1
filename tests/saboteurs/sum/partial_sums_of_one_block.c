/* partial_sums_of_one_block.c - the updates of one element beyond the 32768th are not combined.
 *
 * Threads combine 32 updates each, a block of 32 x 32 of them adds up 1024 such results, and
 * nobody combines the results of several blocks.
 *
 * class: ACC
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    if (b->had[to] < 32768)
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
