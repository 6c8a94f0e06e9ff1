/* draft_case.h - what drafts are made for a variant, and a draft as a case of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAFT_CASE_H
#define GAT_DRAFT_CASE_H

#include "draw/draft.h"

/* The drafts of a variant, and a draft as a case of it; its operands live in
 * `a`. */
void gat_breed_make(const struct gat_spec *s, const struct gat_profile *p, int64_t most,
                    struct gat_breed *out);
void gat_draft_candidate(const struct gat_draft *d, const struct gat_spec *s,
                         const struct gat_profile *p, struct gat_arena *a,
                         struct gat_candidate *out);

#endif
