/* render_suite.h - what a report may ask of the suite: variants with their rules, and cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_SUITE_H
#define GAT_RENDER_SUITE_H

#include "report/render.h"

/* suite([names]): variants, all or those that the list names; of the latter only their operators
 * are read.  Upvalue: the rendering. */
int gat_render_suite(lua_State *L);
/* cases(name): for each clause of a variant that suite() gave, in its order, the cases that ask
 * it: {passing, must_fail, open, missing, covered}.  Upvalue: the rendering. */
int gat_render_cases(lua_State *L);
/* Release what suite() read. */
void gat_render_suite_close(struct gat_render *r);

#endif
