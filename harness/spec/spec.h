/* spec.h - a variant as its YAML file states it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_H
#define GAT_SPEC_H

#include "spec/variant.h"

/* The name that a file has by its place; its text is not read.  False and *e on failure. */
bool gat_spec_name(struct gat_arena *a, const char *path, struct gat_spec_sheet *out,
                   struct gat_error *e);
/* Read the text of a file that has its name, or of `size` bytes that are called `path`.  False
 * and *e on failure. */
bool gat_spec_open(struct gat_arena *a, struct gat_spec_sheet *s, struct gat_error *e);
bool gat_spec_open_bytes(struct gat_arena *a, const char *path, const void *bytes, size_t size,
                         struct gat_spec_sheet *out, struct gat_error *e);
/* Read a sheet with those of its parents; everything lives in `a`.  NULL and *e on failure. */
struct gat_spec *gat_spec_read(struct gat_arena *a, const struct gat_spec_sheet *sheet,
                               gat_spec_find *find, void *user, struct gat_error *e);

#endif
