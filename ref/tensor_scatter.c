/* tensor_scatter.c - a copy of data in which each batch has one window of updates along the
 * axis, which begins where its index says.
 *
 * For coordinates b of the first dimension, p and q before and behind the axis, and t of
 * updates along it:
 *
 *     output = data;  output[b, p, indices[b] + t, q] = updates[b, p, t, q]
 *
 * where with out_of_range: wrap the coordinate counts modulo the extent.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "updates.h"
#include "windows.h"

/* Do updates differ from data on the axis alone, where they are no longer, and does each
 * batch have an index? */
static bool sizes_agree(const struct ref_case *c, const struct ref_answer *a)
{
    bool agree = c->indices.shape[0] == c->data.shape[0];
    for (int32_t d = 0; d < c->data.ndim; d++)
        agree &= d == a->axis ? c->updates.shape[d] <= c->data.shape[d]
                              : c->updates.shape[d] == c->data.shape[d];
    return agree;
}

static void tensor_scatter_check(const struct ref_case *c, struct ref_answer *a)
{
    const struct gat_array *data = &c->data;
    a->output.ndim = data->ndim;
    memcpy(a->output.shape, data->shape, sizeof a->output.shape);
    if (data->ndim == 0 || c->updates.ndim != data->ndim || c->indices.ndim != 1) {
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return;
    }
    if (!ref_check_axis(c, a, data->ndim))
        return;
    if (a->axis == 0) /* the batches */
        ref_impossible(c, a, REF_bad_axis, GAT_E_INVALID);
    else if (!sizes_agree(c, a))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    a->along[0] = (int32_t)a->axis;
    a->places[0] = data->shape[a->axis] - c->updates.shape[a->axis] + 1;
}

static void windows_find(const struct ref_case *c, struct ref_windows *w)
{
    *w = (struct ref_windows){.all = &c->updates, .through = {1}};
    for (int32_t d = 0; d < c->updates.ndim; d++)
        w->along[d] = d;
}

static void tensor_scatter_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    ref_windows_scatter(c, a, windows_find, scratch);
}

static int64_t tensor_scatter_target(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t u)
{
    struct ref_windows w;
    windows_find(c, &w);
    return ref_window_place(&w, c, a, u);
}

static int64_t tensor_scatter_first(const struct ref_case *c, const struct ref_answer *a,
                                    int64_t u)
{
    struct ref_windows w;
    (void)a;
    windows_find(c, &w);
    return ref_window_first(&w, u);
}

static const char *const tensor_scatter_inputs[] = {"data", "indices", "updates", NULL};
REF_KERNEL(tensor_scatter) = {
    .name = "tensor_scatter",
    .naming = REF_NAMES_WINDOWS,
    .inputs = tensor_scatter_inputs,
    .check = tensor_scatter_check,
    .scratch_size = ref_updates_scratch,
    .run = tensor_scatter_run,
    .source = ref_updates_source,
    .target = tensor_scatter_target,
    .first_index = tensor_scatter_first,
};
