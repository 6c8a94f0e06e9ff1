/* tap_lines.h - what a run says: TAP 13 for prove and people, records, and a summary.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TAP_LINES_H
#define GAT_TAP_LINES_H

#include "run/run.h"

/* TAP lines, records, summary. */
void gat_report_start(struct gat_run *r, unsigned n_lines);
void gat_report_absent(struct gat_run *r, const struct gat_backend_ref *b);
void gat_report_backend(struct gat_session *s);
void gat_report_point(struct gat_session *s, struct gat_point_state *p);
/* Whether one reading of each document fits all answers, where this has a line: before the summary,
 * which names the cases. */
void gat_report_readings(struct gat_session *s);

#endif
