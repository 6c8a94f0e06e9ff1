/* blame.h - was it this case, or what came before it?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BLAME_H
#define GAT_BLAME_H

#include "run/run.h"

/* Repeat all suspects, as the head of blame.c says; moves them into the findings of their
 * points. */
void gat_session_attribute(struct gat_session *s);
/* Points of drawn cases come one by one.  What an adapter fails in several of them is repeated
 * together, as a fresh one may take seconds to start. */
bool gat_suspects_wait(struct gat_session *s);
enum { GAT_MOST_FED_WITH_SUSPECTS = 4096 }; /* cases that are fed while some wait */
/* A worker that was asked nothing yet; without one the session is cut. */
void gat_session_fresh(struct gat_session *s);

#endif
