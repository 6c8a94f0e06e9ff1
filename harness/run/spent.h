/* spent.h - how often a backend may die and hang: in all, and in the cases of
 * one file and variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GATHERUM_SPENT_H
#define GATHERUM_SPENT_H

#include "engine/engine.h"

struct gat_session;
struct gat_point_state;

/* Note how the worker ended in a case of this point; where a budget is spent, the run is cut. */
void gat_spent_note(struct gat_session *s, unsigned point, enum gat_end end);
/* Why the rest of the cases like this point's is not run; NULL where it is. */
const char *gat_spent_why(const struct gat_session *s, const struct gat_point_state *state);

#endif
