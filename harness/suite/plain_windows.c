/* plain_windows.c - the lists of a call whose windows are slices across one axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "suite/plain_windows.h"

static void add(struct ref_list *l, int64_t value)
{
    l->given = true;
    l->value[l->count++] = value;
}

void gat_windows_plain(struct ref_list lists[REF_LISTS], int32_t rank, const int64_t *shape,
                       int64_t axis, int32_t index_rank, bool scatters)
{
    for (int64_t d = 0; d < rank; d++) {
        if (d == axis) {
            add(&lists[REF_collapsed_slice_dims], d);
            add(&lists[REF_start_index_map], d);
        } else {
            add(&lists[REF_offset_dims], d < axis ? d : d - 1 + index_rank);
        }
        if (!scatters)
            add(&lists[REF_slice_sizes], d == axis && shape[d] > 0 ? 1 : shape[d]);
    }
    if (rank == 0) { /* nothing to name, and no number of them fits */
        lists[REF_start_index_map].given = true;
        lists[REF_slice_sizes].given = !scatters;
    }
    add(&lists[REF_index_vector_dim], index_rank);
}
