/* watched.h - cases that may have left something behind in their process are looked at alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WATCHED_H
#define GAT_WATCHED_H

#include "run/run.h"

/* A case was answered: remember it, and suspect it and those before it that the worker's look
 * covers. */
void gat_watch_note(struct gat_session *s, unsigned point, unsigned member, bool passed,
                    const struct gat_reply *reply);
/* The judgement of a pass, if what it left behind is to be told: a kind is told a few times,
 * and then counted alone. */
void gat_watch_tell(struct gat_session *s, struct gat_judgement *j);
/* Ask the suspects, each with calls of its own, all in one fresh worker. */
void gat_watch_attend(struct gat_session *s);

#endif
