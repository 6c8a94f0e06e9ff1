/* render_read.h - records and documents from files into tables of a script.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_READ_H
#define GAT_RENDER_READ_H

#include "report/render.h"

bool gat_lines_open(struct gat_lines *l, const char *path, struct gat_error *e);
/* False at the end, and on an error: then e->text is not empty. */
bool gat_lines_next(struct gat_lines *l, const char **text, size_t *size,
                    struct gat_error *e);
void gat_lines_close(struct gat_lines *l);
/* Say what kind of file this is, and read it if it is one document. */
bool gat_render_input_read(struct gat_render_input *in, struct gat_error *e);
/* Push a JSON value as Lua sees it; controls and marks that turn the direction of
 * text around become U+FFFD. */
void gat_render_value(lua_State *L, const json_t *value);
/* records(k): an iterator over the records of input k.  Upvalue: the rendering. */
int gat_render_records(lua_State *L);

#endif
