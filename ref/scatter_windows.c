/* scatter_windows.c - a copy of data in which windows of updates are placed, which begin
 * where tuples of indices say.
 *
 * For coordinates t of indices without the tuples and o inside of a window:
 *
 *     output = data;  output[begin(indices[t]) + o] = updates[t, o]
 *
 * or combines it with what is there (reduce.c).  The order of dimensions is that of the lists
 * (window_lists.c).  Each element of a window is inside or outside for itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "updates.h"
#include "windows.h"

static void windows_find(const struct ref_case *c, struct ref_windows *w)
{
    (void)ref_windows_lists(c, w);
    w->all = &c->updates;
}

/* The extents of windows as updates have them; false where these are not due. */
static bool extents_read(const struct ref_case *c, const struct ref_windows *w, int64_t *extent)
{
    for (int32_t d = 0; d < c->data.ndim; d++)
        extent[d] = 1;
    for (int32_t k = 0; k < w->rank; k++) {
        int64_t n = c->updates.shape[k];
        if (w->due[k] >= 0 ? n != w->due[k] : n > c->data.shape[w->along[k]])
            return false;
        if (w->due[k] < 0)
            extent[w->along[k]] = n;
    }
    return true;
}

static void scatter_windows_check(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_windows w;
    int64_t extent[GAT_MAX_RANK];
    a->output.ndim = 0;
    ref_append(&a->output, &c->data, 0, c->data.ndim);
    if (!ref_windows_lists(c, &w))
        ref_impossible(c, a, REF_bad_windows, GAT_E_INVALID);
    else if (w.rank != c->updates.ndim)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (!extents_read(c, &w, extent))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    else
        ref_windows_begin(c, a, extent);
}

static void scatter_windows_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    ref_windows_scatter(c, a, windows_find, scratch);
}

static int64_t scatter_windows_target(const struct ref_case *c, const struct ref_answer *a,
                                      int64_t u)
{
    struct ref_windows w;
    windows_find(c, &w);
    return ref_window_place(&w, c, a, u);
}

static int64_t scatter_windows_first(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t u)
{
    struct ref_windows w;
    (void)a;
    windows_find(c, &w);
    return ref_window_first(&w, u);
}

static const char *const scatter_windows_inputs[] = {"data", "indices", "updates", NULL};
REF_KERNEL(scatter_windows) = {
    .name = "scatter_windows",
    .naming = REF_NAMES_WINDOWS,
    .listed = true,
    .inputs = scatter_windows_inputs,
    .check = scatter_windows_check,
    .scratch_size = ref_updates_scratch,
    .run = scatter_windows_run,
    .source = ref_updates_source,
    .target = scatter_windows_target,
    .first_index = scatter_windows_first,
};
