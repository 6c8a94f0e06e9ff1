/* gather_windows.c - windows of data, which begin where tuples of indices say.
 *
 * For coordinates t of indices without the tuples and o inside of a window:
 *
 *     output[t, o] = data[begin(indices[t]) + o]
 *
 * in the order of dimensions that the lists give (window_lists.c).  A window lies inside as
 * a whole, or the rules move it there.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"
#include "windows.h"

/* The window's extents in all dimensions of data: those that it does not have are 1. */
static bool extents_read(const struct ref_case *c, int64_t *extent, bool *open)
{
    const struct ref_list *sizes = &c->lists[REF_slice_sizes], *collapsed = &c->lists[REF_collapsed_slice_dims];
    const struct ref_list *lists[] = {collapsed, &c->lists[REF_operand_batching_dims]};
    if (sizes->count != c->data.ndim)
        return false;
    for (int32_t d = 0; d < c->data.ndim; d++) {
        extent[d] = sizes->value[d];
        if (extent[d] < 0 || extent[d] > c->data.shape[d])
            return false;
    }
    for (int l = 0; l < 2; l++)
        for (int32_t k = 0; k < lists[l]->count; k++) {
            int64_t *n = &extent[lists[l]->value[k]];
            if (*n > 1)
                return false;
            *open |= *n == 0; /* an element of what has none */
            *n = 1;
        }
    return true;
}

static void windows_find(const struct ref_case *c, const struct ref_answer *a, struct ref_windows *w)
{
    (void)ref_windows_lists(c, w);
    w->all = &a->output;
}

static void gather_windows_check(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_windows w;
    int64_t extent[GAT_MAX_RANK];
    bool open = false;
    a->output.ndim = 0;
    if (!ref_windows_lists(c, &w) || !extents_read(c, extent, &open)) {
        ref_impossible(c, a, REF_bad_windows, GAT_E_INVALID);
        return;
    }
    if (w.rank > GAT_MAX_RANK) {
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return;
    }
    a->output.ndim = w.rank;
    for (int32_t k = 0; k < w.rank; k++)
        a->output.shape[k] = w.due[k] >= 0 ? w.due[k] : extent[w.along[k]];
    if (open)
        ref_decide(a, REF_bad_windows, REF_UNDEFINED, GAT_E_INVALID);
    ref_windows_begin(c, a, extent);
}

static void gather_windows_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct ref_windows w;
    size_t esize = gat_dtype_size(c->data.dtype);
    int64_t count = gat_array_count(&a->output);
    const char *from = c->data.data;
    char *to = a->output.data;
    ref_check_indices(c, a, REF_EITHER);
    windows_find(c, a, &w);
    for (int64_t k = 0; k < count && ref_answers(a); k++) {
        int64_t p = ref_window_place(&w, c, a, k);
        if (p < 0)
            ref_put_nothing(a, p, k, 1, scratch);
        else
            ref_move(to + (size_t)k * esize, from + (size_t)p * esize, esize);
    }
}

static struct ref_source gather_windows_source(const struct ref_case *c, const struct ref_answer *a,
                                               int64_t element)
{
    struct ref_windows w;
    windows_find(c, a, &w);
    int64_t p = ref_window_place(&w, c, a, element);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}

static int64_t gather_windows_first(const struct ref_case *c, const struct ref_answer *a, int64_t at)
{
    struct ref_windows w;
    windows_find(c, a, &w);
    return ref_window_first(&w, at);
}

static const char *const gather_windows_inputs[] = {"data", "indices", NULL};
REF_KERNEL(gather_windows) = {
    .name = "gather_windows",
    .naming = REF_NAMES_WINDOWS,
    .listed = true,
    .inputs = gather_windows_inputs,
    .check = gather_windows_check,
    .scratch_size = ref_unspecified_size,
    .run = gather_windows_run,
    .source = gather_windows_source,
    .first_index = gather_windows_first,
};
