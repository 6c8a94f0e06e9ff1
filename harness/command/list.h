/* list.h - what `gatherum list` can list; private to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_H
#define GAT_LIST_H

#include "suite/catalog.h"
#include "cli/command.h"
#include "spec/spec_json.h"

/* Do the patterns behind the first word select this name?  Without any: yes. */
bool gat_list_wants(const struct gat_options *o, const char *name);
/* The same for a variant, by its name or alias. */
bool gat_list_wants_spec(const struct gat_options *o, const struct gat_spec *s);
/* The complaint that nothing was selected. */
int gat_list_nothing(const struct gat_options *o);

/* Each prints to stdout and gives an exit code. */
int gat_list_cases(const struct gat_options *o, const struct gat_catalog *c);
int gat_list_reports(const struct gat_options *o);
int gat_list_backends(const struct gat_options *o);
int gat_list_coverage(const struct gat_options *o, const struct gat_catalog *c);
/* spec_table.c: the variants as C. */
void gat_list_table(const struct gat_catalog *c);

#endif
