/* draft_boxes.h - windows and lists that fit the data of a draft.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAFT_BOXES_H
#define GAT_DRAFT_BOXES_H

#include "draw/draft.h"

/* Indices and updates for windows that lie along the axis, one for each batch; `odd` below
 * 60 is none. */
void gat_draft_windows(struct gat_draft *d, int64_t axis, unsigned how, unsigned odd);
/* Lists for windows of a part of data that begin along the axis; `odd` as above. */
void gat_draft_lists(struct gat_draft *d, int64_t axis, bool scatters, unsigned how, unsigned odd);

#endif
