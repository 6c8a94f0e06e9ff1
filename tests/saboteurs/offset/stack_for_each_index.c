/* stack_for_each_index.c - stack memory is taken for each index and kept.
 *
 * Memory for a temporary is taken inside the loop; many updates end the stack.
 *
 * class: OVF
 * origin: apache/tvm#12200
 * verdict: crash memory
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t deeper(int64_t n)
{
    volatile char block[32768];
    block[0] = (char)n;
    int64_t below = n > 0 ? deeper(n - 1) : 0;
    return below + block[0];
}

static void plan(struct broken *b)
{
    volatile int64_t sum = deeper(b->count);
    (void)sum;
}

SABOTEUR(.plan = plan)
