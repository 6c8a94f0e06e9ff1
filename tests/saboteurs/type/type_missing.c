/* type_missing.c - one element type lacks its kernel.
 *
 * The table of types was filled by hand, and a line was forgotten.
 *
 * class: DTY
 * origin: cupy/cupy#5173, hicann/pypto 1f55d5e08
 * verdict: broken-claim
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.data.dtype == GAT_U16)
        b->refusal = GAT_E_UNSUPPORTED;
}

SABOTEUR(.ask = ask)
