/* longer_index_refused_from_the_end.c - indices longer than data on a negative axis
 * are refused.
 *
 * Dimensions were compared with the axis before it was counted from the end, so
 * none of them was it.
 *
 * class: SHP
 * origin: tinygrad/tinygrad#5486
 * verdict: refused
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.axis >= 0)
        return;
    b->rules.value[REF_on_axis] = REF_SIZES_AT_MOST;
    b->rules.value[REF_bad_sizes] = REF_ERROR;
}

SABOTEUR(.ask = ask)
