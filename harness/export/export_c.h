/* export_c.h - a case as C: arrays, and macros that describe them to the parts after it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPORT_C_H
#define GAT_EXPORT_C_H

#include "export/export.h"

/* The part of a stand-alone C file that is about the case. After it come
 * reports/parts/alone_memory.c and alone_run.c. */
const char *gat_export_c_case(const struct gat_export *x);
/* The whole file; NULL and *e where the parts are missing. */
const char *gat_export_c_file(const struct gat_export *x, struct gat_error *e);

#endif
