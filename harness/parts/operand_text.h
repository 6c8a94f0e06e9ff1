/* operand_text.h - an operand as a person writes it, and the operands of a case by number.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPERAND_TEXT_H
#define GAT_OPERAND_TEXT_H

#include "parts/suite.h"

/* The use of an operand: a source may be sparse. */
enum gat_operand_use { GAT_USE_DATA, GAT_USE_INDEX, GAT_USE_SOURCE };

/* A nested list of literals, one literal, or a map with shape and fill or values.  Where it
 * states no dtype, literals are read in each of the `wanted` types that has them all. */
bool gat_operand_read(struct gat_arena *a, const struct gat_node *n, enum gat_operand_use use,
                      uint32_t wanted, struct gat_operand_text *out, struct gat_error *e);
/* A list of integers as a shape. */
bool gat_shape_read(const struct gat_node *n, int32_t *ndim, int64_t *shape, struct gat_error *e);
/* A list of integers as the shape of an operand: none is negative, and their product fits. */
bool gat_extents_read(const struct gat_node *n, struct gat_operand_text *t, struct gat_error *e);
/* Name the first literal of an operand that has a value in none of these types;
 * false when each has one somewhere. */
bool gat_operand_blame(const struct gat_node *n, uint32_t types, struct gat_error *e);
const char *gat_fill_name(enum gat_fill fill);

/* The operands of a question: ndim is -1 where there is none; and their names. */
const struct gat_array *gat_question_operand(const struct ref_case *q, unsigned k);
extern const char *const gat_operand_names[GAT_CASE_OPERANDS];

#endif
