/* render_text.h - what a report does with texts: escape, split and search them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_TEXT_H
#define GAT_RENDER_TEXT_H

#include "report/render.h"

/* Functions that escape, split and find, into the table at the top. */
void gat_render_texts(lua_State *L);

#endif
