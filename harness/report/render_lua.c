/* render_lua.c - the script of one report format, and what it is given.
 *
 * reports/<format>.lua returns {title = ..., write = function(report)}.  Before it
 * runs, reports/parts/model.lua has read all inputs, so that every format tells the
 * same story and gates alike.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <lauxlib.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnose/verdict.h"
#include "report/render.h"
#include "report/render_lua.h"
#include "report/render_read.h"
#include "report/render_suite.h"
#include "report/render_text.h"

enum { MOST_SOURCE = 1 << 20 };

/* Of a report without inputs.  Our own formats take two instructions for each byte of records. */
enum { STEPS_EACH_BYTE = 100 };
static const struct gat_lua_limits of_reports = {
    .memory = 2048, .text = 64, .steps = 500000, .seconds = 300};

const char *gat_render_find(struct gat_render *r, const char *name)
{
    for (const char *const *folder = r->paths; *folder != NULL; folder++) {
        const char *path = gat_arena_print(&r->arena, "%s/reports/%s", *folder, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

bool gat_render_source(struct gat_render *r, const char *path, const char **source, size_t *size,
                       struct gat_error *e)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return gat_fail(e, path, 0, 0, "the file cannot be read: %s", strerror(errno));
    char *text = gat_arena_raw(&r->arena, MOST_SOURCE + 1);
    *size = fread(text, 1, MOST_SOURCE + 1, f);
    *source = text;
    bool broken = ferror(f) != 0;
    fclose(f);
    if (broken)
        return gat_fail(e, path, 0, 0, "the file cannot be read: %s", strerror(errno));
    return *size <= MOST_SOURCE || gat_fail(e, path, 0, 0, "a file of more than 1 MiB");
}

/* Names of parts and assets are words with dots, in folders: nothing leads out. */
static bool is_inside(const char *name)
{
    return name[0] != '\0' && strstr(name, "..") == NULL && name[0] != '/' &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_./-")] == '\0';
}

static const char *source_read(lua_State *L, struct gat_render *r, const char *name, size_t *size)
{
    struct gat_error e = {0};
    const char *source;
    const char *path = is_inside(name) ? gat_render_find(r, name) : NULL;
    if (path == NULL)
        luaL_error(L, "there is no file reports/%s", name);
    if (!gat_render_source(r, path, &source, size, &e))
        gat_lua_raise(L, &e);
    return source;
}

/* asset(name): a file of reports/ as text. */
static int asset(lua_State *L)
{
    size_t size;
    const char *source =
        source_read(L, lua_touserdata(L, lua_upvalueindex(1)), luaL_checkstring(L, 1), &size);
    lua_pushlstring(L, source, size);
    return 1;
}

/* part(name) of a report: reports/parts/<name>.lua. */
static const char *part_find(lua_State *L, void *user, const char *name, size_t *size)
{
    const char *file = lua_pushfstring(L, "parts/%s.lua", name);
    return source_read(L, user, file, size);
}

static int write_out(lua_State *L)
{
    struct gat_render *r = lua_touserdata(L, lua_upvalueindex(1));
    for (int k = 1; k <= lua_gettop(L); k++) {
        size_t size;
        const char *text = luaL_checklstring(L, k, &size);
        gat_lua_charge(L, size / 16 + 1);
        if (fwrite(text, 1, size, r->out) != size)
            return luaL_error(L, "the report cannot be written: %s", strerror(errno));
    }
    return 0;
}

/* refuse(input, line, sentence): an input that contradicts itself or another. */
static int refuse(lua_State *L)
{
    struct gat_render *r = lua_touserdata(L, lua_upvalueindex(1));
    struct gat_error e;
    lua_Integer k = luaL_checkinteger(L, 1);
    luaL_argcheck(L, k >= 1 && k <= r->n_inputs, 1, "no input has this number");
    (void)gat_fail(&e, r->inputs[k - 1].path, (unsigned)luaL_checkinteger(L, 2), 0, "%s",
                   luaL_checkstring(L, 3));
    r->bad_input = true;
    gat_lua_raise(L, &e);
}

static void inputs_push(lua_State *L, const struct gat_render *r)
{
    lua_newtable(L);
    for (unsigned k = 0; k < r->n_inputs; k++) {
        const struct gat_render_input *in = &r->inputs[k];
        lua_newtable(L);
        gat_lua_text_set(L, "name", in->name);
        lua_pushboolean(L, in->old);
        lua_setfield(L, -2, "old");
        if (in->document != NULL) {
            gat_render_value(L, in->document);
            lua_setfield(L, -2, "document");
        }
        lua_rawseti(L, -2, k + 1);
    }
}

static void verdicts_push(lua_State *L)
{
    lua_newtable(L);
    for (int v = 0; v < GAT_V_COUNT; v++) {
        enum gat_verdict_class class = (enum gat_verdict_class)v;
        lua_newtable(L);
        gat_lua_text_set(L, "name", gat_verdict_name(class));
        gat_lua_text_set(L, "sentence", gat_verdict_sentence(class));
        lua_pushboolean(L, gat_verdict_fails(class));
        lua_setfield(L, -2, "fails");
        lua_rawseti(L, -2, v + 1);
    }
}

static void library_push(lua_State *L, struct gat_render *r)
{
    static const luaL_Reg functions[] = {{"asset", asset},
                                         {"write", write_out},
                                         {"refuse", refuse},
                                         {"records", gat_render_records},
                                         {"suite", gat_render_suite},
                                         {"cases", gat_render_cases},
                                         {NULL, NULL}};
    lua_newtable(L);
    gat_render_texts(L);
    lua_pushlightuserdata(L, r);
    luaL_setfuncs(L, functions, 1);
    gat_lua_parts(L, part_find, r);
    lua_setfield(L, -2, "part");
    gat_lua_text_set(L, "version", GAT_VERSION);
    if (r->date != NULL)
        gat_lua_text_set(L, "date", r->date);
    lua_pushboolean(L, r->against);
    lua_setfield(L, -2, "against");
    inputs_push(L, r);
    lua_setfield(L, -2, "inputs");
    verdicts_push(L);
    lua_setfield(L, -2, "verdicts");
}

struct job {
    struct gat_render *render;
    const char *source;
    size_t size;
    char *title; /* where the title goes; then nothing else runs */
    size_t room;
};

/* Push the table that the script returns. */
static void script_push(lua_State *L, const struct job *j)
{
    gat_lua_load(L, j->source, j->size, GAT_LUA_MAIN);
    lua_call(L, 0, 1);
    if (!lua_istable(L, -1))
        luaL_error(L, "the script returns a %s; a table with 'title' and 'write' is due",
                   luaL_typename(L, -1));
    if (lua_getfield(L, -1, "title") != LUA_TSTRING ||
        lua_getfield(L, -2, "write") != LUA_TFUNCTION)
        luaL_error(L, "a report has a text 'title' and a function 'write'");
    lua_pop(L, 2);
}

static int title_body(lua_State *L)
{
    struct job *j = lua_touserdata(L, 1);
    script_push(L, j);
    lua_getfield(L, -1, "title");
    snprintf(j->title, j->room, "%s", lua_tostring(L, -1));
    return 0;
}

static void gate_read(lua_State *L, struct gat_render *r)
{
    lua_getfield(L, -1, "newly");
    r->newly = lua_tointeger(L, -1);
    if (lua_getfield(L, -2, "unproven") == LUA_TSTRING)
        r->unproven = gat_arena_print(&r->arena, "%s", lua_tostring(L, -1));
    lua_pop(L, 2);
}

/* Only a format that says `alone = true` has something to tell without inputs. */
static void alone_check(lua_State *L, struct gat_render *r)
{
    lua_getfield(L, -1, "alone");
    r->bad_input = r->n_inputs == 0 && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (r->bad_input)
        luaL_error(L, "a report of this format is made of files of records, and none is named");
}

static int run_body(lua_State *L)
{
    struct job *j = lua_touserdata(L, 1);
    script_push(L, j);
    alone_check(L, j->render);
    lua_getfield(L, -1, "write"); /* 3 */
    library_push(L, j->render);   /* 4 */
    lua_getfield(L, 4, "part");
    lua_pushliteral(L, "model");
    lua_call(L, 1, 1);
    lua_pushvalue(L, 4);
    lua_call(L, 1, 1);
    gate_read(L, j->render);
    lua_setfield(L, 4, "model");
    lua_call(L, 1, 0);
    return 0;
}

static struct gat_lua_limits limits_of(const struct gat_render *r)
{
    struct gat_lua_limits most = of_reports;
    uint64_t steps = most.steps;
    for (unsigned k = 0; k < r->n_inputs; k++) {
        struct stat s;
        if (stat(r->inputs[k].path, &s) == 0)
            steps += (uint64_t)s.st_size / 1000 * STEPS_EACH_BYTE;
    }
    most.steps = steps < UINT_MAX ? (unsigned)steps : UINT_MAX;
    return most;
}

static bool job_run(struct gat_render *r, struct job *j, const char *path, lua_CFunction body,
                    struct gat_error *e)
{
    j->render = r;
    if (!gat_render_source(r, path, &j->source, &j->size, e))
        return false;
    const struct gat_lua_limits most = limits_of(r);
    struct gat_lua *lua = gat_lua_open(path, &most);
    bool good = gat_lua_call(lua, body, j, e);
    gat_lua_close(lua);
    return good;
}

bool gat_render_title(struct gat_render *r, const char *path, char *out, size_t size,
                      struct gat_error *e)
{
    struct job j = {.title = out, .room = size};
    return job_run(r, &j, path, title_body, e);
}

bool gat_render_run(struct gat_render *r, const char *path, struct gat_error *e)
{
    struct job j = {0};
    bool good = job_run(r, &j, path, run_body, e);
    gat_render_suite_close(r);
    return good;
}
