/* tuple_slice_last_dimension.c - of the slice that a tuple names only the last dimension is copied.
 *
 * The loops over the other dimensions were missing.
 *
 * class: STR
 * origin: onnx/onnx-mlir#3463
 * verdict: unwritten wrong-value
 * operators: gather_nd scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    const struct gat_array *data = &b->c.data;
    int64_t last = data->ndim > 0 ? data->shape[data->ndim - 1] : 1;
    broken_put(b, to, from, n < last ? n : last);
}

SABOTEUR(.put = put)
