/* render_read.h - records and documents from files into tables of a script.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_READ_H
#define GAT_RENDER_READ_H

#include "report/render.h"

/* Say what kind of file this is, and read it if it is one document. */
bool gat_render_input_read(struct gat_render_input *in, struct gat_error *e);
/* Push a JSON value as Lua sees it; controls and marks that turn the direction of
 * text around become U+FFFD. */
void gat_render_value(lua_State *L, const json_t *value);
/* records(k): an iterator over the records of input k.  Upvalue: the rendering. */
int gat_render_records(lua_State *L);

#endif
