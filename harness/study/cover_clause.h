/* cover_clause.h - is a clause covered by the cases at hand?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COVER_CLAUSE_H
#define GAT_COVER_CLAUSE_H

#include "study/cover_part.h"

/* The features that edges.def speaks of. */
void gat_cover_edges(struct gat_features *out);
/* Is the clause covered by the hits?  What is missing becomes a
 * gap or a text. */
void gat_cover_judge(struct gat_cover_work *w, struct gat_cover *out);

#endif
