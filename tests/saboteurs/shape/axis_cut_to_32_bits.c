/* axis_cut_to_32_bits.c - an axis of 64 bits is cut to 32.
 *
 * Attributes are 64 bits wide and axes int.
 *
 * class: AXN
 * origin: CVE-2019-16778
 * verdict: accepted
 * operators: gather gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->c.axis = (int32_t)b->c.axis;
}

SABOTEUR(.ask = ask)
