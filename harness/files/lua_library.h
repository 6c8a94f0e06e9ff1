/* lua_library.h - all names that a script sees.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LUA_LIBRARY_H
#define GAT_LUA_LIBRARY_H

#include "files/lua_host.h"

/* Push the table that holds all names a script sees. */
void gat_lua_library(lua_State *L);
/* The table at the top becomes the list of its keys, in order. */
void gat_lua_keys(lua_State *L);
/* Push a source of random numbers with the methods below, between, pick, shuffle. */
void gat_lua_rng(lua_State *L, struct gat_prng seed);

#endif
