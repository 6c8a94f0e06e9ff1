/* ahead.h - the next cases of a point, made by a second thread.
 *
 * To make a case and its expectation takes as long as to place it and to judge its answer; a
 * second thread makes the next few meanwhile.  What a case is depends on its point, its number and
 * the seed alone, so nothing that a run says depends on the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_AHEAD_H
#define GAT_AHEAD_H

#include "run/slot.h"

/* A thread that makes cases of one session, by its seed, and finds what they tell where the session
 * keeps that; whoever opens it closes it.  NULL: there is a single processor, or no thread could be
 * started. */
struct gat_ahead *gat_ahead_open(struct gat_session *s);
/* Member `k` of a point that is open into the slot, with what is expected of it; then the thread
 * makes the members after it. */
void gat_ahead_take(struct gat_ahead *h, const struct gat_point *opened, unsigned k,
                    struct gat_case_slot *slot);
/* After this the thread reads nothing of any point until the next is asked for. */
void gat_ahead_leave(struct gat_ahead *h);
/* End the thread.  `h` may be NULL. */
void gat_ahead_close(struct gat_ahead *h);

#endif
