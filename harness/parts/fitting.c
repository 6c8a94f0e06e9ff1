/* fitting.c - updates and lists that fit the data and indices of a case that nobody wrote.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parts/fitting.h"

static void dimension_add(struct gat_array *t, int64_t extent)
{
    if (t->ndim < GAT_MAX_RANK)
        t->shape[t->ndim++] = extent;
}

void gat_updates_fit(enum ref_naming naming, const struct ref_rules *r,
                     const struct gat_array *data, const struct gat_array *indices, int64_t axis,
                     int64_t batch_dims, struct gat_array *out)
{
    *out = *indices;
    for (int32_t k = 0; naming == REF_NAMES_ELEMENTS && gat_repeats(r) && k < data->ndim; k++)
        if (k != axis && k < out->ndim && out->shape[k] == 1)
            out->shape[k] = data->shape[k];
    if (naming == REF_NAMES_TUPLES && out->ndim > 0) {
        int64_t depth = out->shape[--out->ndim];
        for (int64_t k = batch_dims + depth; k < data->ndim; k++)
            dimension_add(out, data->shape[k]);
    }
    if (naming != REF_NAMES_SLICES && naming != REF_NAMES_BOXES)
        return;
    out->ndim = 0;
    for (int32_t k = 0; k < data->ndim; k++) {
        if (k != axis)
            dimension_add(out, data->shape[k]);
        for (int32_t i = 0; k == axis && i < indices->ndim; i++)
            dimension_add(out, indices->shape[i]);
    }
}

bool gat_updates_spread(const struct ref_rules *r)
{
    return r->value[REF_updates_sizes] == REF_UPDATES_BROADCAST;
}

bool gat_repeats(const struct ref_rules *r)
{
    return r->value[REF_off_axis] >= REF_SIZES_REPEAT;
}

bool gat_extents_go(const struct ref_rules *r, int64_t index, int64_t data)
{
    if (!gat_repeats(r))
        return index <= data;
    return index == data || index == 1 ||
           (data == 1 && r->value[REF_off_axis] == REF_SIZES_BROADCAST);
}

void gat_list_extend(struct ref_list *l, int64_t value)
{
    l->given = true;
    l->value[l->count++] = value;
}

void gat_windows_plain(struct ref_list lists[REF_LISTS], int32_t rank, const int64_t *shape,
                       int64_t axis, int32_t index_rank, bool scatters)
{
    for (int64_t d = 0; d < rank; d++) {
        if (d == axis) {
            gat_list_extend(&lists[REF_collapsed_slice_dims], d);
            gat_list_extend(&lists[REF_start_index_map], d);
        } else {
            gat_list_extend(&lists[REF_offset_dims], d < axis ? d : d - 1 + index_rank);
        }
        if (!scatters)
            gat_list_extend(&lists[REF_slice_sizes], d == axis && shape[d] > 0 ? 1 : shape[d]);
    }
    if (rank == 0) { /* nothing to name, and no number of them fits */
        lists[REF_start_index_map].given = true;
        lists[REF_slice_sizes].given = !scatters;
    }
    gat_list_extend(&lists[REF_index_vector_dim], index_rank);
}
