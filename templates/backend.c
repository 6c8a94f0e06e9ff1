/* @NAME@.c - a backend for gatherum: what @NAME@ says that it does, and how it does it.
 *
 *     cc -std=c11 -O2 -g -shared -fPIC $(pkg-config --cflags gatherum) -o @NAME@.so @NAME@.c
 *     gatherum run --backend ./@NAME@.so
 *
 * In a clone that is not installed -Iinclude is what pkg-config would say.  It claims
 * gather/onnx-13 and obeys it: put your kernel in the place of gather(), then claim what else it
 * can.  gatherum/backend.h has the whole contract. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "gatherum/backend.h"

/* Where does an index point, on an axis of that extent?  -1: nowhere. */
static int64_t place(int64_t index, int64_t extent)
{
    int64_t at = index < 0 ? index + extent : index;
    return at >= 0 && at < extent ? at : -1;
}

/* The kernel.  data is [outer, extent, inner], the output [outer, n, inner], with `inner` in bytes.
 */
static gat_status gather(const char *data, const int64_t *indices, char *output, int64_t outer,
                         int64_t extent, int64_t inner, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        if (place(indices[k], extent) < 0)
            return GAT_E_RANGE;
    for (int64_t o = 0; o < outer; o++)
        for (int64_t k = 0; k < n && inner > 0; k++)
            memcpy(output + (o * n + k) * inner,
                   data + (o * extent + place(indices[k], extent)) * inner, (size_t)inner);
    return GAT_OK;
}

/* One call: operands and attributes have names, and the status is part of the answer. */
static gat_status run(void *context, const struct gat_call *call)
{
    const struct gat_tensor *data = gat_operand_get(call, "data");
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    int64_t axis = gat_attr_int(call, "axis", 0), outer = 1, inner = data->type.bits / 8;
    (void)context;
    axis += axis < 0 ? data->ndim : 0;
    if (axis < 0 || axis >= data->ndim)
        return GAT_E_INVALID;
    for (int32_t d = 0; d < axis; d++)
        outer *= data->shape[d];
    for (int32_t d = (int32_t)axis + 1; d < data->ndim; d++)
        inner *= data->shape[d];
    return gather(gat_tensor_data(data), gat_tensor_data(indices),
                  gat_tensor_data(gat_operand_get(call, "output")), outer, data->shape[axis], inner,
                  gat_tensor_count(indices));
}

static const char *const variants[] = {"onnx-13", NULL};
static const struct gat_claim claim = {
    .op = "gather", .variants = variants, .data_types = GAT_ALL_TYPES,
    .index_types = GAT_BIT(GAT_I64), .max_rank = GAT_MAX_RANK};
static const struct gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof table, .name = "@NAME@", .version = "0.1",
    .profile = "cpu", .claims = &claim, .n_claims = 1, .run = run};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
