/* fill_sparse.h - data larger than memory, of which only what a case may look at exists.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILL_SPARSE_H
#define GAT_FILL_SPARSE_H

#include "parts/fill.h"

/* Data of which only the elements that the indices name, their neighbours, and those
 * that an offset or index cut to 32 bits would name hold anything; the rest is
 * holes.  Needs everything else of the question.  What an element holds depends on
 * its position alone. */
void gat_fill_sparse(struct ref_case *q, struct gat_arena *a);

/* Do two updates go to one element, and to which? */
bool gat_updates_meet(const struct ref_case *c, const struct ref_answer *a, int64_t *at);

#endif
