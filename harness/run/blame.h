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
/* After each answer: when does the feed pause?  It is so many calls after the one that is
 * suspected, however many the worker was given by then: the same calls come in the same order. */
void gat_suspects_pause(struct gat_session *s);
/* A worker that was asked nothing yet; without one the session is cut. */
void gat_session_fresh(struct gat_session *s);

#endif
