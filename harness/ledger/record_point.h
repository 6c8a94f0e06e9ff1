/* record_point.h - a point and its cases as records.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RECORD_POINT_H
#define GAT_RECORD_POINT_H

#include "ledger/record.h"

/* A case, and its point.  `nth` counts the failing cases of the point
 * that came before: the first few keep their picture. */
void gat_record_case(struct gat_session *s, const struct gat_point_state *p,
                     struct gat_finding *f, const char *name, const char *repeat,
                     unsigned nth);
void gat_record_point(struct gat_session *s, const struct gat_point_state *p);

#endif
