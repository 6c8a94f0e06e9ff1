/* render_read.c - records and documents from files into tables of a script.
 *
 * Whatever stands in them is hostile: lines and nesting are bounded, JSON is read
 * strictly, and a wrong line is an error with its place.  Only the last line may
 * be cut: a run that was killed while it wrote.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <lauxlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/chain.h"
#include "base/file_write.h"
#include "base/lines.h"
#include "base/plain_text.h"
#include "base/sums.h"
#include "report/render.h"
#include "report/render_read.h"

enum { MOST_DOCUMENT = 64 << 20, MOST_DEPTH = 24 };

/* Do values lie in values at most `most` deep? */
static bool is_shallow(const json_t *value, int most)
{
    const char *key;
    json_t *part;
    size_t k;
    bool good = most > 0;
    if (json_is_array(value)) {
        json_array_foreach(value, k, part) good = good && is_shallow(part, most - 1);
    } else if (json_is_object(value)) {
        json_object_foreach((json_t *)(uintptr_t)value, key, part) good =
            good && is_shallow(part, most - 1);
    }
    return good;
}

static json_t *line_parse(const struct gat_lines *l, const char *text, size_t size,
                          struct gat_error *e)
{
    json_error_t wrong;
    json_t *value = json_loadb(text, size, JSON_REJECT_DUPLICATES, &wrong);
    if (value == NULL) {
        (void)gat_fail(e, l->path, l->line, wrong.column > 0 ? (unsigned)wrong.column : 0,
                       "no record: %s", wrong.text);
    } else if (!json_is_object(value) ||
               json_string_value(json_object_get(value, "record")) == NULL) {
        (void)gat_fail(e, l->path, l->line, 0, "no record: an object with a text 'record' is due");
    } else if (is_shallow(value, MOST_DEPTH)) {
        return value;
    } else {
        (void)gat_fail(e, l->path, l->line, 0, "values lie in values more than %d deep",
                       MOST_DEPTH);
    }
    json_decref(value);
    return NULL;
}

/* One byte more than it has, or than it may have; a pipe does not say. */
static size_t document_room(FILE *f)
{
    struct stat s;
    bool known = fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode) && s.st_size < MOST_DOCUMENT;
    return (known ? (size_t)s.st_size : MOST_DOCUMENT) + 1;
}

static bool document_read(struct gat_render_input *in, struct gat_error *e)
{
    struct gat_arena arena = {0};
    json_error_t wrong = {0};
    FILE *f = fopen(in->path, "r");
    if (f == NULL)
        return gat_fail(e, in->path, 0, 0, "the file cannot be read: %s", strerror(errno));
    size_t room = document_room(f);
    char *text = gat_arena_raw(&arena, room);
    size_t size = fread(text, 1, room, f);
    bool broken = ferror(f) != 0;
    fclose(f);
    if (!broken && size <= MOST_DOCUMENT)
        in->document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &wrong);
    gat_arena_free(&arena);
    if (broken)
        return gat_fail(e, in->path, 0, 0, "the file cannot be read: %s", strerror(errno));
    if (size > MOST_DOCUMENT)
        return gat_fail(e, in->path, 0, 0, "a document of more than 64 MiB");
    if (in->document == NULL)
        return gat_fail(e, in->path, wrong.line > 0 ? (unsigned)wrong.line : 0,
                        wrong.column > 0 ? (unsigned)wrong.column : 0,
                        "neither records nor a JSON document: %s", wrong.text);
    if (!is_shallow(in->document, MOST_DEPTH))
        return gat_fail(e, in->path, 0, 0, "values lie in values more than %d deep", MOST_DEPTH);
    return true;
}

bool gat_render_input_read(struct gat_render_input *in, struct gat_error *e)
{
    struct gat_lines l;
    const char *text;
    size_t size;
    FILE *file = gat_file_reread(in->path, e);
    if (file == NULL)
        return false;
    gat_lines_begin(&l, in->path, file);
    bool found = gat_lines_next(&l, &text, &size, e);
    bool wrong = !found && e->text[0] != '\0';
    json_t *first = found ? json_loadb(text, size, 0, NULL) : NULL;
    bool records = json_string_value(json_object_get(first, "record")) != NULL;
    json_decref(first);
    gat_lines_close(&l);
    if (wrong)
        return false;
    if (!found)
        return gat_fail(e, in->path, 0, 0, "the file is empty; records begin with one 'start'");
    return records || document_read(in, e);
}

/* A report may have several lines. */
static size_t character_look(const unsigned char *c, size_t left, bool *shown)
{
    size_t n = gat_plain_look(c, left, shown);
    *shown |= *c == '\n' || *c == '\t';
    return n;
}

static void text_push(lua_State *L, const char *text, size_t size)
{
    const unsigned char *c = (const unsigned char *)text;
    bool shown = true, clean = true;
    for (size_t at = 0; at < size && clean;
         at += character_look(c + at, size - at, &shown), clean &= shown)
        ;
    if (clean) {
        lua_pushlstring(L, text, size);
        return;
    }
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (size_t at = 0; at < size;) {
        size_t n = character_look(c + at, size - at, &shown);
        if (shown)
            luaL_addlstring(&b, text + at, n);
        else
            luaL_addlstring(&b, "\xef\xbf\xbd", 3);
        at += n;
    }
    luaL_pushresult(&b);
}

static void value_push(lua_State *L, const json_t *value)
{
    luaL_checkstack(L, 8, "values in values");
    switch (json_typeof(value)) {
    case JSON_NULL:
        lua_pushnil(L);
        break;
    case JSON_TRUE:
        lua_pushboolean(L, 1);
        break;
    case JSON_FALSE:
        lua_pushboolean(L, 0);
        break;
    case JSON_INTEGER:
        lua_pushinteger(L, json_integer_value(value));
        break;
    case JSON_REAL:
        lua_pushnumber(L, json_real_value(value));
        break;
    case JSON_STRING:
        text_push(L, json_string_value(value), json_string_length(value));
        break;
    case JSON_ARRAY:
        lua_createtable(L, (int)json_array_size(value), 0);
        for (size_t k = 0; k < json_array_size(value); k++) {
            value_push(L, json_array_get(value, k));
            if (lua_isnil(L, -1)) { /* no holes: null in a list is false */
                lua_pop(L, 1);
                lua_pushboolean(L, 0);
            }
            lua_rawseti(L, -2, (lua_Integer)k + 1);
        }
        break;
    case JSON_OBJECT:
        lua_newtable(L);
        for (void *i = json_object_iter((json_t *)(uintptr_t)value); i != NULL;
             i = json_object_iter_next((json_t *)(uintptr_t)value, i)) {
            text_push(L, json_object_iter_key(i), strlen(json_object_iter_key(i)));
            value_push(L, json_object_iter_value(i));
            lua_rawset(L, -3);
        }
    }
}

void gat_render_value(lua_State *L, const json_t *value)
{
    value_push(L, value);
}

/* The state of an iterator; Lua closes it when nobody can reach it any more. */
struct walk {
    struct gat_render *render;
    struct gat_lines lines;
    struct gat_chain chain;
    struct gat_sums sums;
    json_t *now;
};

static int walk_close(lua_State *L)
{
    struct walk *w = lua_touserdata(L, 1);
    json_decref(w->now);
    w->now = NULL;
    gat_sums_free(&w->sums);
    gat_lines_close(&w->lines);
    return 0;
}

__attribute__((noreturn)) static void input_raise(lua_State *L, struct gat_render *r,
                                                  const struct gat_error *e)
{
    r->bad_input = true;
    gat_lua_raise(L, e);
}

/* The next record and its line.  A last line without its end that is no record was
 * being written when the run was killed: it is none. */
static int walk_step(lua_State *L)
{
    struct walk *w = lua_touserdata(L, lua_upvalueindex(1));
    struct gat_error e = {0};
    const char *text;
    size_t size;
    if (!gat_lines_next(&w->lines, &text, &size, &e)) {
        if (e.text[0] != '\0')
            input_raise(L, w->render, &e);
        return 0;
    }
    gat_lua_charge(L, size / 8 + 1);
    if (!gat_chain_check(&w->chain, text, size) && w->lines.whole) {
        (void)gat_fail(&e, w->lines.path, w->lines.line, 0,
                       "the running hash is another one: this line, or one since the hash before "
                       "it, was changed or lost");
        input_raise(L, w->render, &e);
    }
    w->now = line_parse(&w->lines, text, size, &e);
    if (w->now == NULL && !w->lines.whole)
        return 0;
    if (w->now == NULL)
        input_raise(L, w->render, &e);
    struct gat_error wrong = {0};
    if (!gat_sums_take(&w->sums, w->now, &wrong)) {
        (void)gat_fail(&e, w->lines.path, w->lines.line, 0, "%s", wrong.text);
        input_raise(L, w->render, &e);
    }
    gat_render_value(L, w->now);
    json_decref(w->now);
    w->now = NULL;
    lua_pushinteger(L, w->lines.line);
    return 2;
}

int gat_render_records(lua_State *L)
{
    struct gat_render *r = lua_touserdata(L, lua_upvalueindex(1));
    struct gat_error e = {0};
    lua_Integer k = luaL_checkinteger(L, 1);
    luaL_argcheck(L, k >= 1 && k <= r->n_inputs && r->inputs[k - 1].document == NULL, 1,
                  "no input with records has this number");
    struct walk *w = lua_newuserdatauv(L, sizeof *w, 0);
    memset(w, 0, sizeof *w);
    w->render = r;
    if (luaL_newmetatable(L, "records")) {
        lua_pushcfunction(L, walk_close);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    gat_lines_begin(&w->lines, r->inputs[k - 1].path, gat_file_reread(r->inputs[k - 1].path, &e));
    if (w->lines.file == NULL)
        input_raise(L, r, &e);
    lua_pushcclosure(L, walk_step, 1);
    return 1;
}
