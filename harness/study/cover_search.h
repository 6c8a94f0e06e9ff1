/* cover_search.h - could any case close a gap in the coverage?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COVER_SEARCH_H
#define GAT_COVER_SEARCH_H

#include "study/cover_part.h"

/* Look for candidates that close the gaps. */
void gat_cover_search(struct gat_cover_work *w);
/* Turn the gaps that are left into texts. */
void gat_cover_gaps_print(struct gat_cover_work *w);

#endif
