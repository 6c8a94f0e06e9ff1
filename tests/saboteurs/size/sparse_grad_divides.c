/* sparse_grad_divides.c - the path for a sparse gradient divides by the number of
 * indices.
 *
 * Without indices that number is 0.
 *
 * class: DIV
 * origin: pytorch/pytorch#78149
 * verdict: crash
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    volatile int64_t count = b->count;
    if (gat_attr_int(b->call, "sparse_grad", 0) != 0)
        b->data_row = b->data_row / count * count;
}

SABOTEUR(.plan = plan)
