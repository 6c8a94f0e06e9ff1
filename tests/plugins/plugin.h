/* plugin.h - a right gather, for plug-ins that then do one thing wrong.
 *
 * A plug-in is one C file that says PLUGIN(claim flags) and one function,
 * answer(): it may look at the call, misbehave, and hand the rest to gather_run(),
 * which is right.  Faults hang on the axis, the type or the shape, so that most
 * cases of tests/hostile/ stay innocent and must pass.  tests/hostile.t reads
 * these lines of a plug-in's first comment:
 *
 *     verdict: the class that is due         guilty: its cases, for grep -E
 *     says: part of the diagnosis or stderr  exit: of gatherum, if it is not 1
 *     options: for gatherum run
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLUGIN_H
#define GAT_PLUGIN_H

#include <stdbool.h>
#include <string.h>

#include "gatherum/backend.h"

/* A call of gather/onnx-13, read.  data is outer x extent x inner elements, the
 * output is outer x count x inner. */
struct gather {
    const struct gat_call *call;
    const struct gat_tensor *data, *indices, *output;
    enum gat_dtype dtype, index_dtype;
    gat_status status; /* what the call deserves */
    int64_t axis, outer, extent, inner, count;
    size_t size; /* bytes of one element */
    char *from, *to;
    size_t from_size, to_size; /* bytes of data and of the output */
};

/* The answer of the plug-in. */
static gat_status answer(struct gather *g);

/* Which case of tests/hostile/ is this? */
static inline bool is_rows(const struct gather *g)
{
    return g->indices->ndim == 2 && g->axis == 0;
}

static inline bool is_columns(const struct gather *g)
{
    return g->axis == 1 && g->extent == 5;
}

static inline bool is_cube(const struct gather *g)
{
    return g->data->ndim == 3;
}

static inline bool is_square(const struct gather *g)
{
    return g->data->shape[0] == 4 && g->inner == 4;
}

static inline bool is_scalar(const struct gather *g)
{
    return g->indices->ndim == 0;
}

/* Index number `k` as it was given. */
static inline int64_t gather_index(const struct gather *g, int64_t k)
{
    const char *at = gat_tensor_data(g->indices);
    int32_t small;
    int64_t large;
    if (g->index_dtype == GAT_I32) {
        memcpy(&small, at + k * 4, 4);
        return small;
    }
    memcpy(&large, at + k * 8, 8);
    return large;
}

static inline bool gather_has_negative(const struct gather *g)
{
    for (int64_t k = 0; k < g->count; k++)
        if (gather_index(g, k) < 0)
            return true;
    return false;
}

static inline gat_status gather_check(const struct gather *g)
{
    if (g->index_dtype != GAT_I32 && g->index_dtype != GAT_I64)
        return GAT_E_TYPE;
    for (int64_t k = 0; k < g->count; k++) {
        int64_t index = gather_index(g, k);
        if (index < -g->extent || index >= g->extent)
            return GAT_E_RANGE;
    }
    return GAT_OK;
}

static inline void gather_read(struct gather *g, const struct gat_call *call)
{
    *g = (struct gather){.call = call, .outer = 1, .inner = 1};
    g->data = gat_operand_get(call, "data");
    g->indices = gat_operand_get(call, "indices");
    g->output = gat_operand_get(call, "output");
    g->dtype = gat_tensor_dtype(g->data);
    g->index_dtype = gat_tensor_dtype(g->indices);
    g->axis = gat_attr_int(call, "axis", 0);
    g->size = g->data->type.bits / 8u;
    g->count = gat_tensor_count(g->indices);
    g->from = gat_tensor_data(g->data);
    g->to = gat_tensor_data(g->output);
    g->from_size = (size_t)gat_tensor_count(g->data) * g->size;
    g->to_size = (size_t)gat_tensor_count(g->output) * g->size;
    if (g->axis < -g->data->ndim || g->axis >= g->data->ndim) {
        g->status = GAT_E_INVALID;
        return;
    }
    g->axis += g->axis < 0 ? g->data->ndim : 0;
    g->extent = g->data->shape[g->axis];
    for (int32_t d = 0; d < g->axis; d++)
        g->outer *= g->data->shape[d];
    for (int32_t d = (int32_t)g->axis + 1; d < g->data->ndim; d++)
        g->inner *= g->data->shape[d];
    g->status = gather_check(g);
}

/* Write slice `k` of outer row `o` as if the index there were `index`. */
static inline void gather_put(const struct gather *g, int64_t o, int64_t k,
                              int64_t index)
{
    size_t slice = (size_t)g->inner * g->size;
    index += index < 0 ? g->extent : 0;
    if (slice > 0)
        memcpy(g->to + (size_t)(o * g->count + k) * slice,
               g->from + (size_t)(o * g->extent + index) * slice, slice);
}

/* The right answer. */
static inline gat_status gather_run(const struct gather *g)
{
    if (g->status != GAT_OK)
        return g->status;
    for (int64_t o = 0; o < g->outer; o++)
        for (int64_t k = 0; k < g->count; k++)
            gather_put(g, o, k, gather_index(g, k));
    return GAT_OK;
}

/* What infer() should say of a call that deserves an answer. */
static inline gat_status gather_infer(const struct gat_call *call,
                                      struct gat_inferred *out)
{
    const struct gat_tensor *data = gat_operand_get(call, "data");
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    int64_t axis = gat_attr_int(call, "axis", 0);
    axis += axis < 0 ? data->ndim : 0;
    if (axis < 0 || axis >= data->ndim)
        return GAT_E_INVALID;
    out->type = data->type;
    out->ndim = 0;
    for (int32_t d = 0; d < data->ndim; d++)
        if (d != axis)
            out->shape[out->ndim++] = data->shape[d];
        else
            for (int32_t k = 0; k < indices->ndim; k++)
                out->shape[out->ndim++] = indices->shape[k];
    return GAT_OK;
}

static inline gat_status plugin_run(void *context, const struct gat_call *call)
{
    struct gather g;
    (void)context;
    gather_read(&g, call);
    return answer(&g);
}

#define PLUGIN_CLAIM(types, claim_flags)                                       \
    static const char *const plugin_variants[] = {"onnx-13", NULL};            \
    static const struct gat_claim plugin_claim = {                             \
        .op = "gather",                                                        \
        .variants = plugin_variants,                                           \
        .data_types = (types),                                                 \
        .index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64),                    \
        .max_rank = GAT_MAX_RANK,                                              \
        .flags = (claim_flags)};
/* What every table has; more members may follow. */
#define PLUGIN_TABLE                                                           \
    .abi = GAT_ABI, .struct_size = sizeof(struct gat_backend), .name = "plugin", \
    .version = "1", .profile = "cpu", .claims = &plugin_claim, .n_claims = 1,  \
    .run = plugin_run
#define PLUGIN_ENTRY(...)                                                      \
    static const struct gat_backend plugin_table = {__VA_ARGS__};              \
    const struct gat_backend *gat_backend_get(uint32_t host_abi)               \
    {                                                                          \
        return host_abi == GAT_ABI ? &plugin_table : NULL;                     \
    }
#define PLUGIN(claim_flags)                                                    \
    PLUGIN_CLAIM(GAT_ALL_TYPES, claim_flags)                                   \
    PLUGIN_ENTRY(PLUGIN_TABLE)

#endif
