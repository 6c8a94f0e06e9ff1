/* scalar_index_refused.c - a single index is refused.
 *
 * At least one dimension was expected.
 *
 * class: SCL
 * origin: sonos/tract 7ce29249d, llvm/torch-mlir#2973
 * verdict: refused
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.indices.ndim == 0)
        b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
