/* lua_host.h - a Lua script that may compute and nothing else.
 *
 * A script is hostile: it has neither files nor clock nor randomness of its own,
 * its memory, instructions and time are bounded, and whatever it does ends as a
 * value or as one sentence with its line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LUA_HOST_H
#define GAT_LUA_HOST_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "prng.h"

/* Limits of a script. */
struct gat_lua_limits {
    unsigned memory;  /* MiB, of all that it holds */
    unsigned text;    /* MiB of one text: comparing two is one instruction */
    unsigned steps;   /* thousands of instructions */
    unsigned seconds; /* of processor time */
};
extern const struct gat_lua_limits gat_lua_of_cases; /* of a generator */

struct gat_lua;
/* A fresh state; `file` is named in messages and must outlive it.  Without memory
 * the process says so and ends. */
struct gat_lua *gat_lua_open(const char *file, const struct gat_lua_limits *most);
void gat_lua_close(struct gat_lua *h);

/* Run `body(L)` with `user` on its stack as a light userdata.  False and *e when
 * anything in it raised, ran too long or took too much. */
bool gat_lua_call(struct gat_lua *h, lua_CFunction body, void *user, struct gat_error *e);

/* Inside such a body: push the script as a function (text, never bytecode).  The
 * main one is called GAT_LUA_MAIN; others are named in what goes wrong in them. */
#define GAT_LUA_MAIN "script"
void gat_lua_load(lua_State *L, const char *source, size_t size, const char *name);
/* The source of a part, which lives as long as the state, with its size; pushes the name that
 * messages give it.  Raises where there is no such part. */
typedef const char *gat_lua_find(lua_State *L, void *user, const char *name, size_t *size);
/* Scripts that are loaded after this see part(name): what the part of this name returns, which
 * is run once and sees the same.  Pushes that function too. */
void gat_lua_parts(lua_State *L, gat_lua_find *find, void *user);
/* Where the main script is, 0 when it does not run. */
unsigned gat_lua_line(lua_State *L);
/* Count `n` instructions more; raises when the limit is reached. */
void gat_lua_charge(lua_State *L, uint64_t n);
/* The table at the top gets a text by the name `key`. */
void gat_lua_text_set(lua_State *L, const char *key, const char *text);
/* Raise an error whose place is known already. */
__attribute__((noreturn)) void gat_lua_raise(lua_State *L, const struct gat_error *e);

#endif
