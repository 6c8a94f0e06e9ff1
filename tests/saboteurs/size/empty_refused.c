/* empty_refused.c - operands without elements are refused.
 *
 * A check against 0 stood before everything else.
 *
 * class: EMP
 * origin: pytorch/pytorch#14077
 * verdict: refused
 * except: put take
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->count == 0 || gat_array_count(&b->c.data) == 0)
        b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
