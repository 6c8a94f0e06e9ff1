/* tuple_divides_by_depth.c - the number of indices is divided by the length of tuples.
 *
 * Nobody had thought of tuples without an index.
 *
 * class: DIV
 * origin: microsoft/onnxruntime gather_nd.cc 7a7c190a, microsoft/tensorflow-directml#178
 * verdict: crash
 * operators: gather_nd scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    const struct gat_array *indices = &b->c.indices;
    volatile int64_t depth = indices->ndim > 0 ? indices->shape[indices->ndim - 1] : 1;
    volatile int64_t tuples = b->count / depth;
    (void)tuples;
}

SABOTEUR(.ask = ask)
