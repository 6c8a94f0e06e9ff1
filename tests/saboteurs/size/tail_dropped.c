/* tail_dropped.c - what does not fill a block of eight indices is left out.
 *
 * The loop runs over whole vectors and has no tail.
 *
 * class: TAIL
 * origin: tracel-ai/burn#2206, hicann/ops-nn f7a6b3e2c
 * verdict: unwritten wrong-value
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    if (b->stop > 8)
        b->stop -= b->stop % 8;
}

SABOTEUR(.plan = plan)
