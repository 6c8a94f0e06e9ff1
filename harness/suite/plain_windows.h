/* plain_windows.h - the lists of a call whose windows are slices across one axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLAIN_WINDOWS_H
#define GAT_PLAIN_WINDOWS_H

#include "ref.h"

/* Windows of all of data but the axis, where each index takes one place, so that the
 * tensor of windows is data with the dimensions of indices in the place of the axis. */
void gat_windows_plain(struct ref_list lists[REF_LISTS], int32_t rank, const int64_t *shape,
                       int64_t axis, int32_t index_rank, bool scatters);

#endif
