/* draft_boxes.c - windows and lists that fit the data of a draft.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/draft.h"
#include "draw/draft_boxes.h"
#include "parts/fitting.h"

void gat_draft_windows(struct gat_draft *d, int64_t axis, unsigned how, unsigned odd)
{
    struct gat_array *t = &d->updates;
    int64_t n = axis >= 0 ? d->data.shape[axis] : 0;
    d->indices.ndim = odd == 63 ? 2 : odd == 62 ? 0 : 1;
    d->indices.shape[0] = d->data.ndim > 0 ? d->data.shape[0] : 1;
    d->indices.shape[1] = 1;
    if (odd == 61)
        d->indices.shape[0]++;
    t->ndim = d->data.ndim;
    for (int32_t k = 0; k < t->ndim; k++)
        t->shape[k] = d->data.shape[k];
    if (axis >= 0)
        t->shape[axis] = odd == 60 ? n + 1 : how < 32 ? n : how < 48 || n == 0 ? 0 : 1 + how % n;
    d->axes.extent[0] = axis >= 0 && t->shape[axis] <= n ? n - t->shape[axis] + 1 : 0;
}

void gat_draft_lists(struct gat_draft *d, int64_t axis, bool scatters, unsigned how, unsigned odd)
{
    int32_t rank = d->data.ndim;
    struct ref_list *sizes = &d->lists[REF_slice_sizes];
    gat_windows_plain(d->lists, rank, d->data.shape, axis, d->indices.ndim, scatters);
    for (int32_t k = 0; k < sizes->count; k++)
        if (k != axis && how % 4 == 3 && sizes->value[k] > 0)
            sizes->value[k] -= (int64_t)(how / 4) % sizes->value[k];
    if (odd < 60)
        return;
    struct ref_list *l = &d->lists[REF_offset_dims + how % (REF_LISTS - REF_offset_dims)];
    if (l->count > 0)
        l->value[how / 8 % (unsigned)l->count] += odd % 2 == 0 ? 1 : -1;
}
