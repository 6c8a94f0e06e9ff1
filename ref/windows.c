/* windows.c - gather_windows and scatter_windows: tuples of indices say where windows of data
 * begin.
 *
 * For coordinates t of indices without the tuples and o inside of a window:
 *
 *     gather_windows:   output[t, o] = data[begin(indices[t]) + o]
 *     scatter_windows:  output = data;  output[begin(indices[t]) + o] = updates[t, o]
 *
 * or the update is combined with what is there (reduce.c).  The lists of the call say the order
 * of dimensions: those of o are at offset_dims, and follow those of data that are in neither
 * collapsed_slice_dims nor operand_batching_dims; the others are those of indices but
 * index_vector_dim.  Number j of a tuple is for dimension start_index_map[j] of data.  In a
 * gather a window lies inside as a whole, or the rules move it there; in a scatter each element
 * is inside or outside for itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"
#include "window_lists.h"

#define LIST(name) (&c->lists[REF_##name])

/* The dimension of data that a window has after `d`, d included. */
static int32_t window_dimension(const struct ref_case *c, int32_t d)
{
    while (ref_list_holds(LIST(collapsed_slice_dims), d) ||
           ref_list_holds(LIST(operand_batching_dims), d))
        d++;
    return d;
}

/* The dimension of data that index dimension `i` shares a batch with, or -1. */
static int64_t shared_with(const struct ref_case *c, int32_t i)
{
    const struct ref_list *l = LIST(start_indices_batching_dims);
    for (int32_t k = 0; k < l->count; k++)
        if (l->value[k] == i)
            return LIST(operand_batching_dims)->value[k];
    return -1;
}

static int64_t rank_of(const struct ref_case *c)
{
    int64_t of_indices = c->indices.ndim - (LIST(index_vector_dim)->value[0] < c->indices.ndim);
    return LIST(offset_dims)->count + of_indices;
}

/* `extent` is that of a window in each dimension of data, 1 in those that it does not have. */
static void windows(const struct ref_case *c, struct ref_answer *a, const int64_t *extent)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    int64_t rank = rank_of(c), v = LIST(index_vector_dim)->value[0];
    int32_t d = 0, i = 0;
    ref_operands_of(&o, c);
    ref_formula_start(a);
    for (int64_t k = 0; k < rank; k++)
        if (ref_list_holds(LIST(offset_dims), k)) {
            d = window_dimension(c, d);
            ref_dimension(m, &o, extent[d], d, -1); /* o */
            d++;
        } else {
            i += i == v;
            ref_dimension(m, &o, c->indices.shape[i], shared_with(c, i), i); /* t */
            i++;
        }
    for (int32_t j = 0; j < LIST(start_index_map)->count; j++) {
        int64_t along = LIST(start_index_map)->value[j];
        ref_named_one(a, &o, along, c->data.shape[along] - extent[along] + 1);
    }
    a->stride = v < c->indices.ndim && o.indices_step[v] > 0 ? o.indices_step[v] : 1;
}

/* The window's extents as the call states them. */
static bool sizes_read(const struct ref_case *c, int64_t *extent, bool *open)
{
    const struct ref_list *sizes = LIST(slice_sizes);
    const struct ref_list *lists[] = {LIST(collapsed_slice_dims), LIST(operand_batching_dims)};
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

/* gather_windows, by StableHLO gather,
 * https://github.com/openxla/stablehlo/blob/main/docs/spec.md#gather
 *     value offsets start-map vector-dim no-vector-dim batching shape type */
static void gather_windows_check(const struct ref_case *c, struct ref_answer *a)
{
    int64_t extent[GAT_MAX_RANK];
    bool open = false;
    a->output.ndim = 0;
    if (!ref_lists_agree(c) || !sizes_read(c, extent, &open)) {
        ref_impossible(c, a, REF_bad_windows, GAT_E_INVALID);
        return;
    }
    if (rank_of(c) > GAT_MAX_RANK) {
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return;
    }
    if (open)
        ref_decide(a, REF_bad_windows, REF_UNDEFINED, GAT_E_INVALID);
    windows(c, a, extent);
    ref_check_gathered(c, a);
}

REF_GATHER(gather_windows, .naming = REF_NAMES_BOXES);

/* The window's extents as updates have them; false where data have less. */
static bool extents_read(const struct ref_case *c, int64_t *extent)
{
    const struct ref_list *offset = LIST(offset_dims);
    bool fits = true;
    for (int32_t d = 0; d < c->data.ndim; d++)
        extent[d] = 1;
    for (int32_t k = 0, d = 0; k < offset->count; k++, d++) {
        d = window_dimension(c, d);
        extent[d] = c->updates.shape[offset->value[k]];
        fits &= extent[d] <= c->data.shape[d];
    }
    return fits;
}

/* scatter_windows, by StableHLO scatter,
 * https://github.com/openxla/stablehlo/blob/main/docs/spec.md#scatter
 *     value windows start-map vector-dim batching result */
static void scatter_windows_check(const struct ref_case *c, struct ref_answer *a)
{
    int64_t extent[GAT_MAX_RANK];
    ref_output_like_data(c, a);
    if (!ref_lists_agree(c)) {
        ref_impossible(c, a, REF_bad_windows, GAT_E_INVALID);
    } else if (rank_of(c) != c->updates.ndim) {
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    } else if (!extents_read(c, extent)) {
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    } else {
        windows(c, a, extent);
        ref_named_inside(a);
        ref_check_updates(c, a);
    }
}

REF_SCATTER(scatter_windows, .naming = REF_NAMES_BOXES);
