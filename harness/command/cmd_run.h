/* cmd_run.h - gatherum run: judge backends and say which variants they obey.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CMD_RUN_H
#define GAT_CMD_RUN_H

#include "cli/command.h"
#include "export/results.h"

/* Judge backends, or what a file of results says instead of one; NULL: no results.  An exit
 * code. */
int gat_run_judge(const struct gat_options *o, const struct gat_results *x, const char *path);

#endif
