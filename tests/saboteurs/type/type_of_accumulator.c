/* type_of_accumulator.c - the output has the type in which a sum would be kept.
 *
 * A gather made of sums returned the wider type of the sum.
 *
 * class: DTY
 * origin: tinygrad/tinygrad#4159
 * verdict: wrong-shape
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    (void)call;
    if (out->type.bits < 32)
        out->type.bits = 32;
}

SABOTEUR(.state = state)
