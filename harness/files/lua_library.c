/* lua_library.c - all names that a script sees.
 *
 * Scripts have nothing but this library: no files, no clock, no patterns (one call can
 * backtrack for years), no libm, no addresses in texts, and no order of keys but
 * a sorted one.  So a script gives the same cases everywhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "files/lua_host.h"
#include "files/lua_library.h"

enum { MOST_REPEATED = 1 << 20 };

struct key {
    bool number, integer;
    lua_Integer i;
    lua_Number n;
    const char *text; /* held by the table that it is a key of */
    size_t size;
};

static void key_take(lua_State *L, int at, struct key *k)
{
    memset(k, 0, sizeof *k);
    if (lua_type(L, at) == LUA_TNUMBER) {
        k->number = true;
        k->integer = lua_isinteger(L, at) != 0;
        k->i = k->integer ? lua_tointeger(L, at) : 0;
        k->n = lua_tonumber(L, at);
    } else if (lua_type(L, at) == LUA_TSTRING) {
        k->text = lua_tolstring(L, at, &k->size);
    } else {
        luaL_error(L, "a key of type %s has no order", luaL_typename(L, at));
    }
}

static int key_compare(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->number != y->number)
        return x->number ? -1 : 1;
    if (x->number)
        return x->integer && y->integer ? (x->i > y->i) - (x->i < y->i)
                                        : (x->n > y->n) - (x->n < y->n);
    int order = memcmp(x->text, y->text, x->size < y->size ? x->size : y->size);
    return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

static void key_push(lua_State *L, const struct key *k)
{
    if (k->integer)
        lua_pushinteger(L, k->i);
    else if (k->number)
        lua_pushnumber(L, k->n);
    else
        lua_pushlstring(L, k->text, k->size);
}

static lua_Integer keys_count(lua_State *L, int table)
{
    lua_Integer n = 0;
    for (lua_pushnil(L); lua_next(L, table) != 0; n++)
        lua_pop(L, 1);
    return n;
}

void gat_lua_keys(lua_State *L)
{
    int table = lua_gettop(L);
    size_t n = (size_t)keys_count(L, table), k = 0;
    gat_lua_charge(L, 20 * n);
    struct key *keys = lua_newuserdatauv(L, (n + 1) * sizeof *keys, 0);
    for (lua_pushnil(L); lua_next(L, table) != 0; k++) {
        lua_pop(L, 1);
        key_take(L, -1, &keys[k]);
    }
    qsort(keys, n, sizeof *keys, key_compare);
    lua_createtable(L, (int)n, 0);
    for (k = 0; k < n; k++) {
        key_push(L, &keys[k]);
        lua_rawseti(L, -2, (lua_Integer)k + 1);
    }
    lua_replace(L, table);
    lua_settop(L, table);
}

/* Upvalues: the table, its keys, the number of those that were given. */
static int pairs_step(lua_State *L)
{
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(3));
    if (lua_rawgeti(L, lua_upvalueindex(2), at) == LUA_TNIL)
        return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, lua_upvalueindex(1));
    return 2;
}

static int our_pairs(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
    gat_lua_keys(L);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 3);
    return 1;
}

/* The least key above the given one. */
static int our_next(lua_State *L)
{
    struct key after, k, best = {0};
    bool found = false;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    bool first = lua_isnil(L, 2);
    if (!first)
        key_take(L, 2, &after);
    gat_lua_charge(L, (uint64_t)keys_count(L, 1));
    for (lua_pushnil(L); lua_next(L, 1) != 0;) {
        lua_pop(L, 1);
        key_take(L, -1, &k);
        if ((first || key_compare(&k, &after) > 0) && (!found || key_compare(&k, &best) < 0)) {
            best = k;
            found = true;
        }
    }
    if (!found)
        return lua_pushnil(L), 1;
    key_push(L, &best);
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    return 2;
}

static bool is_plain(lua_State *L, int at)
{
    int type = lua_type(L, at);
    return type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TNIL;
}

static int our_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    if (is_plain(L, 1))
        luaL_tolstring(L, 1, NULL);
    else
        lua_pushstring(L, luaL_typename(L, 1));
    return 1;
}

/* Upvalue: string.format. */
static int our_format(lua_State *L)
{
    const char *format = luaL_checkstring(L, 1);
    for (const char *c = format; (c = strchr(c, '%')) != NULL && c[1] != '\0'; c += 2)
        if (c[1 + strspn(c + 1, "-+ #0123456789.")] == 'p')
            return luaL_error(L, "'%%p' has no meaning here: a script sees no addresses");
    for (int k = 2; k <= lua_gettop(L); k++)
        if (!is_plain(L, k))
            return luaL_error(L, "format takes texts, numbers and truth values, not a %s",
                              luaL_typename(L, k));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int our_rep(lua_State *L)
{
    size_t size, gap;
    const char *text = luaL_checklstring(L, 1, &size);
    lua_Integer n = luaL_checkinteger(L, 2);
    const char *between = luaL_optlstring(L, 3, "", &gap);
    luaL_Buffer b;
    if (n > MOST_REPEATED || (n > 0 && (size + gap) * (size_t)n > MOST_REPEATED))
        return luaL_error(L, "a text of more than 1 MiB");
    luaL_buffinit(L, &b);
    for (lua_Integer k = 0; k < n; k++) {
        luaL_addlstring(&b, text, size);
        if (k < n - 1)
            luaL_addlstring(&b, between, gap);
    }
    luaL_pushresult(&b);
    return 1;
}

static struct gat_prng *rng_of(lua_State *L)
{
    return luaL_checkudata(L, 1, "rng");
}

static int rng_below(lua_State *L)
{
    struct gat_prng *p = rng_of(L);
    lua_Integer n = luaL_checkinteger(L, 2);
    luaL_argcheck(L, n > 0, 2, "a positive number is due here");
    lua_pushinteger(L, (lua_Integer)gat_prng_below(p, (uint64_t)n));
    return 1;
}

static int rng_between(lua_State *L)
{
    struct gat_prng *p = rng_of(L);
    lua_Integer low = luaL_checkinteger(L, 2), high = luaL_checkinteger(L, 3);
    luaL_argcheck(L, low <= high, 3, "the upper end lies below the lower");
    uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    uint64_t step = span == 0 ? gat_prng_next(p) : gat_prng_below(p, span);
    lua_pushinteger(L, (lua_Integer)((uint64_t)low + step));
    return 1;
}

static int rng_pick(lua_State *L)
{
    struct gat_prng *p = rng_of(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t n = lua_rawlen(L, 2);
    luaL_argcheck(L, n > 0, 2, "a list that is not empty is due here");
    lua_rawgeti(L, 2, 1 + (lua_Integer)gat_prng_below(p, n));
    return 1;
}

/* A new list: the argument stays as it is. */
static int rng_shuffle(lua_State *L)
{
    struct gat_prng *p = rng_of(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 2);
    gat_lua_charge(L, (uint64_t)n);
    lua_newtable(L);
    for (lua_Integer k = 1; k <= n; k++) { /* the new one takes a place of those before */
        lua_Integer at = 1 + (lua_Integer)gat_prng_below(p, (uint64_t)k);
        lua_rawgeti(L, 3, at);
        lua_rawseti(L, 3, k);
        lua_rawgeti(L, 2, k);
        lua_rawseti(L, 3, at);
    }
    return 1;
}

static const luaL_Reg rng_methods[] = {{"below", rng_below},
                                       {"between", rng_between},
                                       {"pick", rng_pick},
                                       {"shuffle", rng_shuffle},
                                       {NULL, NULL}};

static int name_missing(lua_State *L)
{
    return luaL_error(L, "there is no '%s.%s' in a script", lua_tostring(L, lua_upvalueindex(1)),
                      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
}

/* Reading what is not in the table at the top raises, by the table's name. */
static void missing_guard(lua_State *L, const char *name)
{
    lua_newtable(L);
    lua_pushstring(L, name);
    lua_pushcclosure(L, name_missing, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

void gat_lua_rng(lua_State *L, struct gat_prng seed)
{
    struct gat_prng *p = lua_newuserdatauv(L, sizeof *p, 0);
    *p = seed;
    if (luaL_newmetatable(L, "rng")) {
        luaL_newlib(L, rng_methods);
        missing_guard(L, "rng");
        lua_setfield(L, -2, "__index");
    }
    lua_setmetatable(L, -2);
}

/* From the library at the top, these names into the table below it; NULL ends. */
static void names_copy(lua_State *L, const char *const *names)
{
    for (; *names != NULL; names++) {
        lua_getfield(L, -1, *names);
        lua_setfield(L, -3, *names);
    }
}

static void part_add(lua_State *L, const char *name, lua_CFunction open, const char *const *names)
{
    lua_newtable(L);
    luaL_requiref(L, name, open, 0);
    names_copy(L, names);
    lua_pop(L, 1);
    missing_guard(L, name);
    lua_setfield(L, -2, name);
}

static void function_add(lua_State *L, const char *name, lua_CFunction f)
{
    lua_pushcfunction(L, f);
    lua_setfield(L, -2, name);
}

/* Methods of texts are those of our string table. */
static void strings_finish(lua_State *L)
{
    lua_getfield(L, -1, "string");
    function_add(L, "rep", our_rep);
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, our_format, 1);
    lua_setfield(L, -2, "format");
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 3);
}

void gat_lua_library(lua_State *L)
{
    static const char *const base[] = {"assert", "error",    "ipairs", "rawequal", "rawlen",
                                       "select", "tonumber", "type",   NULL};
    static const char *const strings[] = {"byte",    "char", "format", "len", "lower",
                                          "reverse", "sub",  "upper",  NULL};
    static const char *const tables[] = {"concat", "insert", "pack", "remove", "unpack", NULL};
    static const char *const maths[] = {"abs",       "ceil",       "floor", "huge",
                                        "max",       "maxinteger", "min",   "mininteger",
                                        "tointeger", "type",       "ult",   NULL};
    static const char *const utf8[] = {"char", "codepoint", "len", "offset", NULL};
    lua_newtable(L);
    luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
    names_copy(L, base);
    lua_pop(L, 1);
    part_add(L, LUA_STRLIBNAME, luaopen_string, strings);
    part_add(L, LUA_TABLIBNAME, luaopen_table, tables);
    part_add(L, LUA_MATHLIBNAME, luaopen_math, maths);
    part_add(L, LUA_UTF8LIBNAME, luaopen_utf8, utf8);
    function_add(L, "pairs", our_pairs);
    function_add(L, "next", our_next);
    function_add(L, "tostring", our_tostring);
    strings_finish(L);
}
