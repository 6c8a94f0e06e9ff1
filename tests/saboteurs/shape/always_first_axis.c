/* always_first_axis.c - the first axis is used, whatever the call says.
 *
 * The axis came as a list, and the list was taken for its number.
 *
 * class: AXN
 * origin: apache/tvm#15017
 * verdict: wrong-value refused out-of-bounds-read out-of-bounds-write
 * operators: gather gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->c.axis = 0;
}

SABOTEUR(.ask = ask)
