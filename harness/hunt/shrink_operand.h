/* shrink_operand.h - operands of a case, cut and rewritten.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHRINK_OPERAND_H
#define GAT_SHRINK_OPERAND_H

#include "hunt/step.h"
#include "suite/candidate_member.h"

/* Keep the first `before` and the last `after` of dimension `d`. */
void gat_operand_cut(const struct gat_candidate *c, struct gat_operand_text *o, int32_t d,
                     int64_t before, int64_t after, struct gat_arena *a);
/* The first of dimension `d`, and no such dimension. */
void gat_operand_drop(const struct gat_candidate *c, struct gat_operand_text *o, int32_t d,
                      struct gat_arena *a);
/* Elements of its own, for changes. */
void *gat_operand_own(const struct gat_candidate *c, struct gat_operand_text *o,
                      struct gat_arena *a);
/* All small operands as literals, with the data that the case has. */
void gat_candidate_settle(struct gat_candidate *c, const struct gat_member *m,
                          struct gat_arena *a);
/* A case of a file or a generator as a candidate; data live in `a`. */
void gat_candidate_of(const struct gat_member *m, struct gat_arena *a, struct gat_candidate *c);
/* A copy whose literals live in `a`. */
void gat_candidate_copy(const struct gat_candidate *from, struct gat_arena *a,
                        struct gat_candidate *to);
/* Whole numbers of an index operand; false where its type has none. */
bool gat_operand_number(const struct gat_candidate *c, const struct gat_operand_text *o,
                        int64_t k, int64_t *out);
void gat_operand_number_put(enum gat_dtype t, void *bytes, int64_t k, int64_t value);
/* Element k of the plain data that the shrinker likes best. */
void gat_plain_element(enum gat_dtype t, int64_t k, void *to);

#endif
