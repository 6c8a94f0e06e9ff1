/* catalog.h - everything that a run can choose from: variants, tests, points.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CATALOG_H
#define GAT_CATALOG_H

#include "parts/suite.h"

/* Read specs/ of each folder that --path names and no cases, for a command; an exit code, after
 * the complaint. */
struct gat_options;
int gat_catalog_specs_open(struct gat_catalog *c, const struct gat_options *o);
/* The name of a variant, of a point or of a folder of points that is nearest to `word`, or NULL. */
const char *gat_catalog_meant(const struct gat_catalog *c, struct gat_arena *a, const char *word);
/* The complaint that there is no such variant. */
int gat_variant_unknown(const struct gat_catalog *c, struct gat_arena *a, const char *name);
/* Read specs/ and cases/ of each folder in `paths` (NULL ends), make all points; of the first
 * folder only those of the operators that `c->wanted` may name.  False and *e at the first file
 * that is wrong. */
bool gat_catalog_read(struct gat_catalog *c, const char *const *paths,
                      struct gat_error *e);
/* Sort the points after some were added; false when two have one name. */
bool gat_catalog_sort(struct gat_catalog *c, struct gat_error *e);
void gat_catalog_free(struct gat_catalog *c);
/* The point of that name, or NULL. */
const struct gat_point *gat_catalog_point(const struct gat_catalog *c, const char *name);
const struct gat_spec *gat_catalog_spec(const struct gat_catalog *c, const char *name);

#endif
