/* export_text.h - printing of exports that are one text, and the words for what is asked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPORT_TEXT_H
#define GAT_EXPORT_TEXT_H

#include "export/export.h"

FILE *gat_export_open(struct gat_export_text *t, struct gat_arena *a);
const char *gat_export_close(struct gat_export_text *t, struct gat_arena *a);
/* Print name, hunted bug, expected answer and clauses; each line begins with `margin`. */
const char *gat_export_head(const struct gat_export *x, const char *margin);
/* A file of reports/; false and *e where no folder holds it. */
bool gat_export_part(const struct gat_export *x, const char *name, const char **text,
                     struct gat_error *e);

#endif
