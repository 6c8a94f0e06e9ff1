/* tuple_indices_of_rank_1_refused.c - indices that are one tuple are refused.
 *
 * Indices of rank 2 were taken for granted.
 *
 * class: DEP
 * origin: apache/tvm#5588
 * verdict: refused
 * operators: gather_nd scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.indices.ndim == 1)
        b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
