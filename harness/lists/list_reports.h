/* list_reports.h - gatherum list reports: the formats, each a file of reports/.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_REPORTS_H
#define GAT_LIST_REPORTS_H

#include "cli/command.h"
#include "report/render.h"

int gat_list_reports(const struct gat_options *o);
/* Names of all formats, in order; NULL ends. */
const char **gat_render_formats(struct gat_render *r);

#endif
