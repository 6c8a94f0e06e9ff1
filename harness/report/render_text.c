/* render_text.c - what a report does with texts: escape them for where they go,
 * split them, find in them.
 *
 * Every text of a record goes through one of the escapes.  A new format that needs
 * another one adds it here, not in Lua, so that there is one place to look at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "files/lua_library.h"
#include "report/render_text.h"

/* The argument as text; nil is an empty one. */
static const char *text_at(lua_State *L, int at, size_t *size)
{
    if (lua_type(L, at) == LUA_TBOOLEAN)
        lua_pushstring(L, lua_toboolean(L, at) ? "true" : "false");
    else if (lua_isnoneornil(L, at))
        lua_pushliteral(L, "");
    else
        lua_pushvalue(L, at);
    const char *text = luaL_checklstring(L, -1, size);
    gat_lua_charge(L, *size / 16 + 1);
    return text;
}

/* Add the text; each character that begins a word of `escapes` (NULL ends) becomes the rest of it.
 */
static void escaped_add(luaL_Buffer *b, const char *text, size_t size, const char *const *escapes)
{
    for (size_t k = 0; k < size; k++) {
        const char *const *e = escapes;
        while (*e != NULL && (*e)[0] != text[k])
            e++;
        if (*e != NULL)
            luaL_addstring(b, *e + 1);
        else
            luaL_addchar(b, text[k]);
    }
}

static int escape(lua_State *L, const char *const *escapes)
{
    size_t size;
    luaL_Buffer b;
    const char *text = text_at(L, 1, &size);
    luaL_buffinit(L, &b);
    escaped_add(&b, text, size, escapes);
    luaL_pushresult(&b);
    return 1;
}

/* Text and attribute values of XML and HTML alike. */
static int markup(lua_State *L)
{
    static const char *const escapes[] = {"&&amp;", "<&lt;", ">&gt;", "\"&quot;", "'&#39;", NULL};
    return escape(L, escapes);
}

/* A cell of RFC 4180.  What a spreadsheet would take for a formula gets a quote in
 * front, unless it is a plain number. */
static int csv(lua_State *L)
{
    size_t size;
    luaL_Buffer b;
    const char *text = text_at(L, 1, &size);
    bool formula = size > 0 && strchr("=+-@\t\r", text[0]) != NULL &&
                   text[strspn(text, "-0123456789.")] != '\0';
    bool quoted = formula || strpbrk(text, ",\"\r\n") != NULL;
    if (!quoted)
        return lua_pushlstring(L, text, size), 1;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, formula ? "\"'" : "\"");
    for (size_t k = 0; k < size; k++) {
        if (text[k] == '"')
            luaL_addchar(&b, '"');
        luaL_addchar(&b, text[k]);
    }
    luaL_addchar(&b, '"');
    luaL_pushresult(&b);
    return 1;
}

/* Running text of Markdown, also in a table: one line. */
static int markdown(lua_State *L)
{
    static const char *const escapes[] = {"\n ",  "\t ",  "<&lt;", "&&amp;", "\\\\\\", "`\\`",
                                          "*\\*", "_\\_", "[\\[",  "]\\]",   ">\\>",   "#\\#",
                                          "|\\|", "~\\~", "$\\$",  NULL};
    return escape(L, escapes);
}

/* A span of code, fenced by more backticks than stand in it.  In a table a bar
 * would end the cell even here: it is escaped, as GFM wants. */
static int code(lua_State *L)
{
    static const char *const escapes[] = {"|\\|", "\n ", "\t ", NULL};
    size_t size, run = 0, most = 0;
    luaL_Buffer b;
    const char *text = text_at(L, 1, &size);
    for (size_t k = 0; k < size; k++) {
        run = text[k] == '`' ? run + 1 : 0;
        most = run > most ? run : most;
    }
    if (size == 0)
        return lua_pushliteral(L, ""), 1;
    bool pad = text[0] == '`' || text[size - 1] == '`';
    luaL_buffinit(L, &b);
    for (size_t k = 0; k <= most; k++)
        luaL_addchar(&b, '`');
    if (pad)
        luaL_addchar(&b, ' ');
    escaped_add(&b, text, size, escapes);
    if (pad)
        luaL_addchar(&b, ' ');
    for (size_t k = 0; k <= most; k++)
        luaL_addchar(&b, '`');
    luaL_pushresult(&b);
    return 1;
}

/* One line of TAP: no '#' that could be taken for a directive. */
static int tap(lua_State *L)
{
    static const char *const escapes[] = {"#\\#", "\\\\\\", "\n ", "\t ", NULL};
    return escape(L, escapes);
}

static void json_text_add(luaL_Buffer *b, const char *text, size_t size)
{
    char escape[8];
    luaL_addchar(b, '"');
    for (size_t k = 0; k < size; k++) {
        unsigned char c = (unsigned char)text[k];
        /* Inside a page no text may look like the end of a script or a comment. */
        if (c < ' ' || strchr("\"\\<>&", c) != NULL) {
            snprintf(escape, sizeof escape, "\\u%04x", c);
            luaL_addstring(b, escape);
        } else {
            luaL_addchar(b, text[k]);
        }
    }
    luaL_addchar(b, '"');
}

static int json_of(lua_State *L);

/* The value at the top becomes its JSON. */
static void json_part(lua_State *L, int depth)
{
    lua_pushcfunction(L, json_of);
    lua_insert(L, -2);
    lua_pushinteger(L, depth + 1);
    lua_call(L, 2, 1);
}

static int json_list(lua_State *L, lua_Integer n, int depth)
{
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addchar(&b, '[');
    for (lua_Integer k = 1; k <= n; k++) {
        if (k > 1)
            luaL_addchar(&b, ',');
        lua_rawgeti(L, 1, k);
        json_part(L, depth);
        luaL_addvalue(&b);
    }
    luaL_addchar(&b, ']');
    luaL_pushresult(&b);
    return 1;
}

static int json_map(lua_State *L, int depth)
{
    luaL_Buffer b;
    size_t size;
    lua_pushvalue(L, 1);
    gat_lua_keys(L); /* 3 */
    lua_Integer n = (lua_Integer)lua_rawlen(L, 3);
    luaL_buffinit(L, &b);
    luaL_addchar(&b, '{');
    for (lua_Integer k = 1; k <= n; k++) {
        if (k > 1)
            luaL_addchar(&b, ',');
        if (lua_rawgeti(L, 3, k) != LUA_TSTRING)
            return luaL_error(L, "JSON has maps with texts as keys, and lists without gaps");
        const char *key = lua_tolstring(L, -1, &size);
        lua_pop(L, 1); /* the list holds it */
        json_text_add(&b, key, size);
        luaL_addchar(&b, ':');
        lua_pushlstring(L, key, size);
        lua_rawget(L, 1);
        json_part(L, depth);
        luaL_addvalue(&b);
    }
    luaL_addchar(&b, '}');
    luaL_pushresult(&b);
    return 1;
}

/* json(value [, depth]): safe inside a script element too. */
static int json_of(lua_State *L)
{
    char number[40];
    luaL_Buffer b;
    size_t size;
    int depth = (int)luaL_optinteger(L, 2, 0);
    lua_settop(L, 2);
    gat_lua_charge(L, 4);
    if (depth > 40)
        return luaL_error(L, "tables lie in tables more than 40 deep");
    luaL_checkstack(L, 12, "tables in tables");
    switch (lua_type(L, 1)) {
    case LUA_TNIL:
        lua_pushliteral(L, "null");
        return 1;
    case LUA_TBOOLEAN:
        lua_pushstring(L, lua_toboolean(L, 1) ? "true" : "false");
        return 1;
    case LUA_TNUMBER:
        if (lua_isinteger(L, 1))
            snprintf(number, sizeof number, "%" PRId64, (int64_t)lua_tointeger(L, 1));
        else
            snprintf(number, sizeof number, "%.17g", lua_tonumber(L, 1));
        lua_pushstring(L, strspn(number, "-+.e0123456789") == strlen(number) ? number : "null");
        return 1;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, 1, &size);
        luaL_buffinit(L, &b);
        json_text_add(&b, text, size);
        luaL_pushresult(&b);
        return 1;
    }
    case LUA_TTABLE:
        break;
    default:
        return luaL_error(L, "a %s is no JSON", luaL_typename(L, 1));
    }
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
    lua_pushnil(L);
    bool empty = lua_next(L, 1) == 0;
    lua_settop(L, 2);
    return n > 0 || empty ? json_list(L, n, depth) : json_map(L, depth);
}

/* split(text, mark): the parts between the marks. */
static int split(lua_State *L)
{
    size_t size, gap;
    const char *text = text_at(L, 1, &size);
    const char *mark = luaL_checklstring(L, 2, &gap);
    lua_Integer n = 0;
    luaL_argcheck(L, gap > 0, 2, "a mark has at least one character");
    lua_newtable(L);
    for (const char *end = text + size, *to; text <= end; text = to + gap) {
        to = memmem(text, (size_t)(end - text), mark, gap);
        if (to == NULL)
            to = end;
        lua_pushlstring(L, text, (size_t)(to - text));
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}

/* find(text, word): where it begins, from 1, or nil. */
static int find(lua_State *L)
{
    size_t size, n;
    const char *text = text_at(L, 1, &size);
    const char *word = luaL_checklstring(L, 2, &n);
    const char *at = memmem(text, size, word, n);
    if (at == NULL)
        return 0;
    lua_pushinteger(L, at - text + 1);
    return 1;
}

/* Past the mark that closes what begins at `at`, or past `at` where nothing does. */
static const char *past(const char *at, char close)
{
    const char *end = strchr(at + 1, close);
    return end != NULL ? end + 1 : at + 1;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* "inf" or "nan", as a word of its own? */
static bool names_number(const char *c)
{
    return (strncmp(c, "inf", 3) == 0 || strncmp(c, "nan", 3) == 0) && !is_word(c[3]);
}

/* Bytes of a number at `c`: 7, -1.5e+07, 3-4i, inf; not of the word after "64-". */
static size_t figure_size(const char *c)
{
    size_t n = *c == '-';
    if (names_number(c + n))
        return n + 3;
    while (isdigit((unsigned char)c[n]) || c[n] == '.' ||
           (strchr("+-e", c[n]) != NULL && c[n] != '\0' && isdigit((unsigned char)c[n + 1])) ||
           (c[n] == 'e' && strchr("+-", c[n + 1]) != NULL && c[n + 1] != '\0'))
        n++;
    return n + (c[n] == 'i' && !is_word(c[n + 1]));
}

/* plain(text): a diagnosis without figures, places and quotes, so that those of one kind are alike.
 */
static int plain(lua_State *L)
{
    size_t size;
    const char *text = text_at(L, 1, &size), *c = text;
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    while (*c != '\0') {
        const char *figure = c + (*c == '-');
        bool starts = c == text || !is_word(c[-1]);
        bool number = starts && (isdigit((unsigned char)*figure) || names_number(figure));
        if (*c == '[' || *c == '(' || *c == '"') {
            bool spaced = c > text && c[-1] == ' ';
            c = past(c, *c == '[' ? ']' : *c == '(' ? ')' : '"');
            c += spaced && *c == ' ';
        } else if (number) {
            luaL_addchar(&b, 'N');
            c += figure_size(c);
        } else {
            luaL_addchar(&b, *c++);
        }
    }
    luaL_pushresult(&b);
    return 1;
}

void gat_render_texts(lua_State *L)
{
    static const luaL_Reg functions[] = {{"markup", markup}, {"csv", csv},   {"markdown", markdown},
                                         {"code", code},     {"tap", tap},   {"json", json_of},
                                         {"split", split},   {"find", find}, {"plain", plain},
                                         {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
