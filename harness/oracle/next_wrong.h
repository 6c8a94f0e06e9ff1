/* next_wrong.h - the elements that an answer has wrong, one after the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_NEXT_WRONG_H
#define GAT_NEXT_WRONG_H

#include "ref.h"
#include "sparse.h"

/* The first element from `from` on that is not admitted; the count if none.  `w` says
 * where `got` may be looked at; NULL: wherever you like. */
int64_t gat_next_wrong(const struct ref_case *c, const struct ref_answer *a,
                       const void *got, const struct gat_written *w, int64_t from);
/* The same for bits alone, of a sparse tensor: what it holds, what was
 * written elsewhere. */
int64_t gat_next_change(const struct gat_array *ours, const void *got,
                        const struct gat_written *w, int64_t from);

#endif
