/* presentation.h - how the operands of a case lie in memory, and what that is called.
 *
 * The oracle and the judge see logical, compact tensors.  A presentation says which
 * layout (core/layout.h) each operand gets on its way to the backend, and whether
 * the output is the memory of data.  One that repeats slices by a stride of 0 needs
 * contents that repeat: a filled operand is made so, a literal one has it where it is so.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PRESENTATION_H
#define GAT_PRESENTATION_H

#include "layout.h"
#include "parts/suite.h"

enum gat_presentation_id {
#define PRESENTATION(id, word, kind, operand, in_place) GAT_P_##id,
#include "parts/presentations.def"
    GAT_P_COUNT
};
_Static_assert(GAT_P_COUNT <= 32, "sets of presentations are 32-bit masks");

enum gat_presented { GAT_ON_DATA, GAT_ON_INDICES, GAT_ON_UPDATES, GAT_ON_OUTPUT, GAT_ON_ALL };
struct gat_presentation {
    const char *word;
    enum gat_layout_kind kind;
    enum gat_presented operand;
    bool in_place;
};
extern const struct gat_presentation gat_presentations[GAT_P_COUNT];

/* A list of words, or one, as a set without the plain presentation; "all" is the set of all. */
bool gat_presentations_read(const struct gat_node *n, struct gat_test *t, struct gat_error *e);
/* All presentations in which a test comes, the plain one included.  A scatter into
 * sparse data comes in place alone: nobody could hold its output twice. */
uint32_t gat_presentations_of(const struct gat_test *t);
/* Why a member without data cannot come in its presentation, or NULL. */
const char *gat_presentation_misfit(const struct gat_member *m);
/* Of all presentations those that such a member can come in, each unlike the others; `rank` of its
 * output. */
uint32_t gat_presentations_fitting(struct gat_member *m, int32_t rank);
/* Make the contents of a filled operand repeat where the presentation needs it. */
void gat_presentation_repeat(const struct gat_member *m, enum gat_presented operand,
                             struct gat_array *t);
/* Does the operand have this layout, and is that another than the compact one? */
bool gat_presentation_is(const struct gat_member *m, enum gat_layout_kind kind,
                         enum gat_presented operand);
/* How the operand lies, and how often each slice repeats. */
enum gat_layout_kind gat_presentation_kind(const struct gat_member *m, enum gat_presented operand);
uint32_t gat_presentation_repeats(const struct gat_member *m, enum gat_presented operand);

#endif
