/* longer_index_refused.c - indices longer than data on the axis are refused.
 *
 * The check of the other dimensions ran over the axis too.
 *
 * class: SHP
 * origin: microsoft/onnxruntime#4853, tinygrad/tinygrad#4932
 * verdict: refused
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->rules.value[REF_on_axis] = REF_SIZES_AT_MOST;
    b->rules.value[REF_bad_sizes] = REF_ERROR;
}

SABOTEUR(.ask = ask)
