/* blame.h - was it this case, or what came before it?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BLAME_H
#define GAT_BLAME_H

#include "run/run.h"

/* Repeat all suspects, in the order that design demands; moves them
 * into the findings of their points. */
void gat_session_attribute(struct gat_session *s);
/* A worker that was asked nothing yet; without one the session is cut. */
void gat_session_fresh(struct gat_session *s);

#endif
