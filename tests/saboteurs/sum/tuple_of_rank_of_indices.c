/* tuple_of_rank_of_indices.c - tuples are as long as indices have dimensions in front of them.
 *
 * The depth of tuples and the rank of indices less one were one variable.
 *
 * class: DEP
 * origin: onnx/onnx-mlir#3611
 * verdict: wrong-value
 * operators: gather_nd scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    for (int64_t j = b->c.indices.ndim - 1; j < b->depth; j++)
        b->steps[j] = 0;
}

SABOTEUR(.plan = plan)
