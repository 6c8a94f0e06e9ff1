/* repeated_data_walked.c - data of one place off the axis are walked by the shape of indices.
 *
 * Only indices were repeated.
 *
 * class: SHP
 * origin: numpy/numpy#19704
 * verdict: out-of-bounds-read wrong-value
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    for (int32_t d = 0; d < b->c.indices.ndim; d++)
        b->a.map.in_data[d] = b->stride[d];
}

SABOTEUR(.plan = plan)
