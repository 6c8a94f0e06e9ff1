/* render_lua.h - the script of one report format, and what it is given.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_LUA_H
#define GAT_RENDER_LUA_H

#include "report/render.h"

/* Path of reports/NAME, NULL when no folder holds it. */
const char *gat_render_find(struct gat_render *r, const char *name);
/* A file of reports/, at most 1 MiB; the arena's. */
bool gat_render_source(struct gat_render *r, const char *path, const char **source,
                       size_t *size, struct gat_error *e);
/* The title that a format gives itself. */
bool gat_render_title(struct gat_render *r, const char *path, char *out, size_t size,
                      struct gat_error *e);
/* Run the format in `path` over the inputs. */
bool gat_render_run(struct gat_render *r, const char *path, struct gat_error *e);

#endif
