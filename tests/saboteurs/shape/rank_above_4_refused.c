/* rank_above_4_refused.c - more than four dimensions are refused.
 *
 * Coordinates are kept in four variables.
 *
 * class: RNK
 * origin: onnx/onnx#8299
 * verdict: refused
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.data.ndim > 4)
        b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
