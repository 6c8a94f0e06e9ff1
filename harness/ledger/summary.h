/* summary.h - the end of a run: per backend which variants it obeys, and how much.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUMMARY_H
#define GAT_SUMMARY_H

#include "run/run.h"

void gat_report_tally(struct gat_session *s);
void gat_report_end(struct gat_run *r, int code);
/* The exit code of a run that judged what it had to. */
int gat_run_code(const struct gat_run *r);

#endif
