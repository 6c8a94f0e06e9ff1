/* fitting.h - updates and lists that fit the data and indices of a case that nobody wrote.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FITTING_H
#define GAT_FITTING_H

#include "ref.h"

/* The shape of updates for these data and indices: that of indices, as they are repeated by the
 * rules; where they hold tuples, slices of data after the batches in the place of the tuples; where
 * an index names a slice, data with the dimensions of indices in the place of `axis`, which counts
 * from the front (-1: none).  At most GAT_MAX_RANK dimensions: the rest is left out.  Windows along
 * an axis of their own size have no shape that follows. */
void gat_updates_fit(enum ref_naming naming, const struct ref_rules *r,
                     const struct gat_array *data, const struct gat_array *indices, int64_t axis,
                     int64_t batch_dims, struct gat_array *out);
/* May updates have one place for many, or fewer dimensions than indices? */
bool gat_updates_spread(const struct ref_rules *r);
/* Is an operand repeated where it has one place off the axis, and the other more? */
bool gat_repeats(const struct ref_rules *r);
/* Do so many places of indices go with those of data, in one dimension off the axis? */
bool gat_extents_go(const struct ref_rules *r, int64_t index, int64_t data);
/* State a list, with one number more. */
void gat_list_extend(struct ref_list *l, int64_t value);
/* Windows of all of data but the axis, where each index takes one place, so that the
 * tensor of windows is data with the dimensions of indices in the place of the axis. */
void gat_windows_plain(struct ref_list lists[REF_LISTS], int32_t rank, const int64_t *shape,
                       int64_t axis, int32_t index_rank, bool scatters);

#endif
