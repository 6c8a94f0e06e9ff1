/* rank_above_7_refused.c - more than seven dimensions are refused.
 *
 * Coordinates are kept in an array of seven.
 *
 * class: RNK
 * origin: mindspore gather_cpu_kernel.cc 2c17c2a7
 * verdict: refused
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.data.ndim > 7)
        b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
