/* lua_node.c - tables of a script as the tree that a YAML file would have been.
 *
 * So there is one reader of cases, with one set of messages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/lua_node.h"

enum { MOST_DEPTH = 12, MOST_KEYS = 64, CHUNK = 4096 };

/* A terminated copy that lives as long as the tests. */
static const char *text_keep(struct gat_lua_tree *t, const char *text, size_t size)
{
    if (size + 1 > CHUNK / 4)
        return gat_arena_text(t->texts, text, size);
    if (t->chunk_left < size + 1) {
        t->chunk = gat_arena_raw(t->texts, CHUNK);
        t->chunk_left = CHUNK;
    }
    char *to = t->chunk;
    memcpy(to, text, size);
    to[size] = '\0';
    t->chunk += size + 1;
    t->chunk_left -= size + 1;
    return to;
}

/* Cases are printed as YAML and as JSON, which hold characters. */
static void utf8_check(lua_State *L, const char *text, size_t size)
{
    json_t *same = json_stringn(text, size);
    json_decref(same);
    if (same == NULL)
        luaL_error(L, "a text holds bytes that are no UTF-8; write \"\\u{ff}\" for a character, "
                      "not \"\\xff\"");
}

static void text_node(struct gat_lua_tree *t, struct gat_node *n, const char *text,
                      size_t size, bool quoted)
{
    n->kind = GAT_NODE_TEXT;
    n->text = text_keep(t, text, size);
    n->size = (uint32_t)size;
    n->quoted = quoted;
}

/* The most frequent literal by far, so it is written without a format. */
static void integer_node(struct gat_lua_tree *t, struct gat_node *n, int64_t value)
{
    char text[24], *at = text + sizeof text;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0)
        *--at = '-';
    text_node(t, n, at, (size_t)(text + sizeof text - at), false);
}

/* A float shows that it is one even where its value is whole. */
static void number_node(lua_State *L, int at, struct gat_lua_tree *t, struct gat_node *n)
{
    char text[48];
    if (lua_isinteger(L, at)) {
        integer_node(t, n, (int64_t)lua_tointeger(L, at));
        return;
    }
    double value = lua_tonumber(L, at);
    snprintf(text, sizeof text - 2, "%.17g", value);
    if (value != value)
        snprintf(text, sizeof text, "nan"); /* its sign is the machine's */
    else if (text[strspn(text, "-0123456789")] == '\0')
        strncat(text, ".0", 3);
    text_node(t, n, text, strlen(text), false);
}

static struct gat_node *nodes_new(lua_State *L, struct gat_lua_tree *t, size_t count)
{
    if (count > t->left)
        luaL_error(L, "too many literals; a shape with a fill needs none");
    t->left -= count;
    struct gat_node *n = GAT_NEW_N(t->nodes, struct gat_node, count + 1);
    for (size_t k = 0; k < count; k++) {
        n[k].file = t->file;
        n[k].line = t->line;
    }
    return n;
}

static void value_take(lua_State *L, int at, struct gat_lua_tree *t, struct gat_node *n,
                       int depth, const char *skip);

static void list_take(lua_State *L, int at, struct gat_lua_tree *t, struct gat_node *n,
                      int depth)
{
    n->kind = GAT_NODE_LIST;
    n->count = (uint32_t)lua_rawlen(L, at);
    struct gat_node *items = nodes_new(L, t, n->count);
    n->items = GAT_NEW_N(t->nodes, const struct gat_node *, n->count + 1);
    for (size_t k = 0; k < n->count; k++) {
        lua_rawgeti(L, at, (lua_Integer)k + 1);
        value_take(L, lua_gettop(L), t, &items[k], depth + 1, NULL);
        lua_pop(L, 1);
        n->items[k] = &items[k];
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The keys in order of name: the table's own order is an accident. */
static size_t keys_take(lua_State *L, int at, struct gat_lua_tree *t, const char *skip,
                        const char **keys)
{
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, at) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            luaL_error(L, "a table is either a list or a map with texts as keys; this one has "
                          "a key of type %s among others", luaL_typename(L, -2));
        size_t size;
        const char *key = lua_tolstring(L, -2, &size);
        if (strlen(key) != size)
            luaL_error(L, "a key holds a NUL byte");
        utf8_check(L, key, size);
        if (skip != NULL && strcmp(key, skip) == 0)
            continue;
        if (count == MOST_KEYS)
            luaL_error(L, "more than %d keys in one table", MOST_KEYS);
        keys[count++] = text_keep(t, key, size);
    }
    qsort(keys, count, sizeof *keys, by_text);
    return count;
}

static void map_take(lua_State *L, int at, struct gat_lua_tree *t, struct gat_node *n,
                     int depth, const char *skip)
{
    const char *keys[MOST_KEYS];
    n->kind = GAT_NODE_MAP;
    n->count = (uint32_t)keys_take(L, at, t, skip, keys);
    struct gat_node *pairs = nodes_new(L, t, 2 * n->count);
    n->keys = GAT_NEW_N(t->nodes, const struct gat_node *, n->count + 1);
    n->items = GAT_NEW_N(t->nodes, const struct gat_node *, n->count + 1);
    for (size_t k = 0; k < n->count; k++) {
        struct gat_node *key = &pairs[2 * k];
        key->kind = GAT_NODE_TEXT;
        key->text = keys[k];
        key->size = (uint32_t)strlen(keys[k]);
        lua_getfield(L, at, keys[k]);
        value_take(L, lua_gettop(L), t, key + 1, depth + 1, NULL);
        lua_pop(L, 1);
        n->keys[k] = key;
        n->items[k] = key + 1;
    }
}

/* 1..n and nothing else; an empty table is an empty list. */
static bool is_list(lua_State *L, int at)
{
    lua_pushnil(L);
    if (lua_next(L, at) == 0)
        return true;
    bool list = lua_rawlen(L, at) > 0;
    lua_pop(L, 2);
    return list;
}

static void list_check(lua_State *L, int at)
{
    size_t count = 0, n = (size_t)lua_rawlen(L, at);
    for (lua_pushnil(L); lua_next(L, at) != 0; lua_pop(L, 1))
        if (!lua_isinteger(L, -2) || ++count > n)
            luaL_error(L, "a table is either a list without gaps or a map; this one is both");
}

static void value_take(lua_State *L, int at, struct gat_lua_tree *t, struct gat_node *n,
                       int depth, const char *skip)
{
    size_t size;
    const char *text;
    luaL_checkstack(L, 8, "tables in tables");
    if (depth > MOST_DEPTH)
        luaL_error(L, "tables lie in tables more than %d deep", MOST_DEPTH);
    switch (lua_type(L, at)) {
    case LUA_TNUMBER: number_node(L, at, t, n); break;
    case LUA_TBOOLEAN:
        text = lua_toboolean(L, at) ? "true" : "false";
        text_node(t, n, text, strlen(text), false);
        break;
    case LUA_TSTRING:
        text = lua_tolstring(L, at, &size);
        utf8_check(L, text, size);
        text_node(t, n, text, size, true);
        break;
    case LUA_TTABLE:
        if (is_list(L, at)) {
            list_check(L, at);
            list_take(L, at, t, n, depth);
        } else {
            map_take(L, at, t, n, depth, skip);
        }
        break;
    default: luaL_error(L, "a %s is no part of a case", luaL_typename(L, at));
    }
}

const struct gat_node *gat_lua_node(lua_State *L, int at, struct gat_lua_tree *t,
                                    const char *skip)
{
    struct gat_node *n = nodes_new(L, t, 1);
    value_take(L, lua_absindex(L, at), t, n, 0, skip);
    return n;
}
