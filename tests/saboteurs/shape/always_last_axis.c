/* always_last_axis.c - the last axis is used, whatever the call says.
 *
 * Written for one axis, and never tried with another.
 *
 * class: AXN
 * origin: tracel-ai/burn#3555, flagos-ai/FlagGems#455
 * verdict: wrong-value
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->c.axis = -1;
}

SABOTEUR(.ask = ask)
