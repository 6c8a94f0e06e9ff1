/* candidate_member.h - a candidate as a case of a variant, if it can be one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATE_MEMBER_H
#define GAT_CANDIDATE_MEMBER_H

#include "suite/candidate.h"

/* Why this variant cannot be asked, in words: it does not know what the candidate
 * states, or the candidate does not state what it requires.  NULL when it can. */
const char *gat_candidate_misfit(const struct gat_candidate *c, const struct gat_spec *s,
                                 struct gat_arena *a);
/* The element type of an operand of a candidate; and does it hold indices, or values? */
enum gat_dtype gat_operand_type(const struct gat_candidate *c, const struct gat_operand_text *o);
bool gat_operand_is_index(const struct gat_candidate *c, const struct gat_operand_text *o);
/* The largest operand, in bytes, of a case without sparse data. */
#define GAT_MOST_BYTES (INT64_C(64) << 20)
/* Is the candidate small enough to be asked?  Sparse data take few elements, each written once
 * at most; other data take operands and an output of at most `bytes` each, by the formula even
 * where the case is wrong: a wrong axis may make of few elements more than there is room for. */
bool gat_candidate_is_bounded(const struct gat_candidate *c, const struct gat_spec *s,
                              const struct gat_profile *p, int64_t bytes, struct gat_arena *a);
/* Can operands of such shapes and types lie as the candidate wants?  `m` is it as a case. */
bool gat_candidate_is_presented(const struct gat_candidate *c, const struct gat_member *m);
/* Let the operands lie compact in memory.  False where they do, or where data are sparse. */
bool gat_candidate_lie_plainly(struct gat_candidate *c);
/* The candidate as a case of this variant without its data, in `a`. */
struct gat_member *gat_candidate_ask(const struct gat_candidate *c, const struct gat_spec *s,
                                     const struct gat_profile *p, struct gat_arena *a);
/* The candidate as a case of this variant, in `a`. */
const struct gat_member *gat_candidate_member(const struct gat_candidate *c,
                                              const struct gat_spec *s,
                                              const struct gat_profile *p,
                                              struct gat_arena *a);

#endif
