/* equal_sizes_demanded.c - indices must have the extents of data off the axis.
 *
 * A check that the document does not make refuses smaller indices.
 *
 * class: SHP
 * origin: pytorch/pytorch#25836
 * verdict: refused
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->rules.value[REF_off_axis] = REF_SIZES_EQUAL;
    b->rules.value[REF_bad_sizes] = REF_ERROR;
}

SABOTEUR(.ask = ask)
