/* case_lua.c - generators: cases/<operator>/<topic>.lua.
 *
 * A script returns a table with the header of a file of cases and a function
 * `generate`.  Reading the catalogue takes the header; the tests are made when
 * their point is first needed, from the seed and the point's name alone, so a case
 * is the same in every run, lane and shard.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/folder.h"
#include "dtype.h"
#include "files/lua_library.h"
#include "files/lua_node.h"
#include "files/word_lists.h"
#include "parts/suite.h"
#include "spec/reduction.h"
#include "suite/case_lua.h"
#include "suite/case_yaml.h"

enum {
    MOST_SOURCE = 1 << 20, /* bytes of a script */
    MOST_TESTS = 100000,   /* of one point */
    MOST_NODES = 4000000   /* of all its tests together */
};

static bool source_read(struct gat_arena *a, const char *path, struct gat_script *s,
                        struct gat_error *e)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return gat_fail(e, path, 0, 0, "the file cannot be read: %s", strerror(errno));
    char *source = gat_arena_raw(a, MOST_SOURCE + 1);
    s->size = fread(source, 1, MOST_SOURCE + 1, f);
    s->source = source;
    bool broken = ferror(f) != 0;
    fclose(f);
    if (broken)
        return gat_fail(e, path, 0, 0, "the file cannot be read: %s", strerror(errno));
    return s->size <= MOST_SOURCE || gat_fail(e, path, 0, 0, "a script of more than 1 MiB");
}

bool gat_part_read(struct gat_arena *a, const char *path, struct gat_script **parts,
                   struct gat_error *e)
{
    struct gat_arena scratch = {0};
    struct gat_script *s = GAT_NEW(a, struct gat_script);
    const char *base = strrchr(path, '/') + 1;
    size_t n = strlen(base) - strlen(".lua");
    s->name = gat_arena_text(a, base, gat_ends_with(base, ".lua") ? n : 0);
    s->file = path;
    if (!gat_name_valid(s->name))
        return gat_fail(e, path, 0, 0,
                        "a file here is called <name>.lua, and the name has at "
                        "most 100 of a-z, 0-9, '.', '_' and '-'");
    for (const struct gat_script *other = *parts; other != NULL; other = other->next)
        if (strcmp(other->name, s->name) == 0)
            return gat_fail(e, path, 0, 0, "a second part called %s; the first is %s", s->name,
                            other->file);
    s->next = *parts;
    *parts = s;
    bool good = source_read(&scratch, path, s, e);
    s->source = gat_arena_text(a, s->source, good ? s->size : 0);
    gat_arena_free(&scratch);
    return good;
}

static const char *part_find(lua_State *L, void *user, const char *name, size_t *size)
{
    for (const struct gat_script *s = user; s != NULL; s = s->next)
        if (strcmp(s->name, name) == 0) {
            lua_pushfstring(L, "lib/%s.lua", name);
            *size = s->size;
            return s->source;
        }
    luaL_error(L, "there is no part '%s'; parts are cases/lib/<name>.lua", name);
    return NULL;
}

/* Push what the script returns: a table whose `generate` is a function. */
static void script_table(lua_State *L, const struct gat_script *s)
{
    gat_lua_parts(L, part_find, (void *)(uintptr_t)s->parts);
    lua_pop(L, 1);
    gat_lua_load(L, s->source, s->size, GAT_LUA_MAIN);
    lua_call(L, 0, 1);
    if (!lua_istable(L, -1))
        luaL_error(L,
                   "the script returns a %s; it must return a table with the header and "
                   "'generate'",
                   luaL_typename(L, -1));
    lua_pushliteral(L, "generate");
    lua_rawget(L, -2);
    if (!lua_isfunction(L, -1))
        luaL_error(L, "the key 'generate' holds a %s; a function is due there",
                   luaL_typename(L, -1));
    lua_pop(L, 1);
}

struct header {
    struct gat_arena *arena;
    struct gat_test *base;
};

static int header_body(lua_State *L)
{
    static const char *const keys[] = {"cases",    "hunts",      "operator", "variants",
                                       "profiles", "rules",      "types",    "index_types",
                                       "combines", "attributes", NULL};
    struct header *h = lua_touserdata(L, 1);
    struct gat_error e;
    struct gat_lua_tree tree = {
        .file = h->base->file, .nodes = h->arena, .texts = h->arena, .left = 1000};
    script_table(L, h->base->script);
    const struct gat_node *root = gat_lua_node(L, -1, &tree, "generate");
    if (root->kind != GAT_NODE_MAP)
        return luaL_error(L, "the key 'cases' is missing in what the script returns");
    if (!gat_case_head_read(h->arena, root, keys, h->base, &e))
        gat_lua_raise(L, &e);
    h->base->node = root;
    return 0;
}

bool gat_script_parse(struct gat_arena *a, const char *path, const struct gat_script *text,
                      struct gat_test ***tests, unsigned *n_tests, struct gat_error *e)
{
    struct gat_test *base = GAT_NEW(a, struct gat_test);
    struct gat_script *script = GAT_NEW(a, struct gat_script);
    struct header h = {a, base};
    if (!gat_case_name_read(a, path, ".lua", base, e))
        return false;
    *script = *text;
    script->source = gat_arena_text(a, text->source, text->size);
    base->script = script;
    base->name = "";
    base->line = 1;
    base->data.dtype = base->indices.dtype = base->updates.dtype = GAT_DTYPE_COUNT;
    struct gat_lua *lua = gat_lua_open(base->file, &gat_lua_of_cases);
    bool good = gat_lua_call(lua, header_body, &h, e);
    gat_lua_close(lua);
    *tests = GAT_NEW(a, struct gat_test *);
    **tests = base;
    *n_tests = 1;
    return good;
}

bool gat_script_read(struct gat_arena *a, const char *path, const struct gat_script *parts,
                     struct gat_test ***tests, unsigned *n_tests, struct gat_error *e)
{
    struct gat_arena scratch = {0};
    struct gat_script file = {.parts = parts};
    bool good = source_read(&scratch, path, &file, e) &&
                gat_script_parse(a, path, &file, tests, n_tests, e);
    gat_arena_free(&scratch);
    return good;
}

struct generation {
    const struct gat_point *point;
    uint64_t seed;
    struct gat_arena *arena;
    struct gat_arena nodes;
    struct gat_lua_tree tree;
    unsigned count;
    gat_test_take *take;
    gat_name_wanted *wanted; /* names are asked for, and no tests */
    void *user;
};

/* emit{...}: the name of a test.  The script need not go on after one that is wanted. */
static int emit_name(lua_State *L)
{
    struct generation *g = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    if (g->count++ == MOST_TESTS || lua_getfield(L, 1, "name") != LUA_TSTRING ||
        g->wanted(g->user, lua_tostring(L, -1)))
        return luaL_error(L, "enough");
    return 0;
}

/* emit{...}: one test. */
static int emit(lua_State *L)
{
    struct generation *g = lua_touserdata(L, lua_upvalueindex(1));
    struct gat_error e = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    if (g->count++ == MOST_TESTS)
        return luaL_error(L, "more than %d tests for one variant", MOST_TESTS);
    g->tree.line = gat_lua_line(L);
    const struct gat_node *n = gat_lua_node(L, 1, &g->tree, NULL);
    struct gat_test *t = GAT_NEW(g->arena, struct gat_test);
    *t = *g->point->test;
    t->script = NULL;
    bool good = gat_case_test_read(g->arena, n, t, &e) && g->take(g->user, t, &e);
    t->node = t->head = NULL;
    gat_arena_reset(&g->nodes);
    if (!good)
        gat_lua_raise(L, &e);
    return 0;
}

static void types_push(lua_State *L, uint32_t set, uint32_t wanted)
{
    lua_Integer n = 0;
    lua_newtable(L);
    for (int k = 0; k < GAT_DTYPE_COUNT; k++)
        if ((set & (wanted != 0 ? wanted : set) & UINT32_C(1) << k) != 0) {
            lua_pushstring(L, gat_dtype_name((enum gat_dtype)k));
            lua_rawseti(L, -2, ++n);
        }
}

static void rules_push(lua_State *L, const struct ref_rules *rules)
{
    char text[40], number[40];
    lua_newtable(L);
    for (int r = 0; r < REF_RULE_COUNT; r++) {
        int64_t value = rules->value[r];
        ref_rule_print((enum ref_rule)r, value, text, sizeof text);
        snprintf(number, sizeof number, "%lld", (long long)value);
        if (strcmp(text, number) == 0)
            lua_pushinteger(L, value);
        else
            lua_pushstring(L, text);
        lua_setfield(L, -2, ref_rule_infos[r].name);
    }
}

static void set_push(lua_State *L, const char *word)
{
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, word);
}

/* The variant and profile that a generator makes cases for, as a table. */
static void variant_push(lua_State *L, const struct gat_point *p)
{
    const struct gat_spec *s = p->spec;
    lua_newtable(L);
    gat_lua_text_set(L, "name", s->name);
    gat_lua_text_set(L, "operator", s->op);
    gat_lua_text_set(L, "variant", s->variant);
    gat_lua_text_set(L, "profile", p->profile->name);
    lua_pushboolean(L, s->like != NULL);
    lua_setfield(L, -2, "like");
    rules_push(L, &p->profile->rules);
    lua_setfield(L, -2, "rules");
    types_push(L, p->profile->data_types, p->test->data_types);
    lua_setfield(L, -2, "types");
    types_push(L, p->profile->index_types, p->test->index_types);
    lua_setfield(L, -2, "index_types");
    lua_newtable(L);
    for (unsigned k = 0; k < s->n_attrs; k++)
        set_push(L, s->attrs[k].name);
    lua_setfield(L, -2, "attributes");
    lua_newtable(L);
    for (int64_t r = REF_ADD; r < REF_REDUCTIONS; r++)
        if ((gat_reductions_of(s) & GAT_BIT(r)) != 0)
            set_push(L, gat_reduction_name(r));
    lua_setfield(L, -2, "reductions");
    lua_newtable(L);
    for (const char *const *name = s->kernel->inputs; *name != NULL; name++)
        set_push(L, *name);
    lua_setfield(L, -2, "inputs");
}

static int generate_body(lua_State *L)
{
    struct generation *g = lua_touserdata(L, 1);
    const char *name = g->point->name;
    struct gat_prng prng = {g->seed * UINT64_C(0x9E3779B97F4A7C15) ^
                            XXH3_64bits(name, strlen(name))};
    script_table(L, g->point->test->script);
    lua_getfield(L, -1, "generate");
    gat_lua_rng(L, prng);
    lua_pushlightuserdata(L, g);
    lua_pushcclosure(L, g->wanted != NULL ? emit_name : emit, 1);
    variant_push(L, g->point);
    lua_call(L, 3, 0);
    if (g->count == 0)
        return luaL_error(L, "'generate' emits nothing for %s", name);
    return 0;
}

bool gat_script_run(const struct gat_point *p, uint64_t seed, struct gat_arena *a,
                    gat_test_take *take, void *user, struct gat_error *e)
{
    struct generation g = {.point = p, .seed = seed, .arena = a, .take = take, .user = user};
    g.tree = (struct gat_lua_tree){
        .file = p->test->file, .nodes = &g.nodes, .texts = a, .left = MOST_NODES};
    struct gat_lua *lua = gat_lua_open(p->test->file, &gat_lua_of_cases);
    bool good = gat_lua_call(lua, generate_body, &g, e);
    gat_lua_close(lua);
    gat_arena_free(&g.nodes);
    return good;
}

bool gat_script_names(const struct gat_point *p, uint64_t seed, gat_name_wanted *wanted, void *user)
{
    struct generation g = {.point = p, .seed = seed, .wanted = wanted, .user = user};
    struct gat_error e;
    struct gat_lua *lua = gat_lua_open(p->test->file, &gat_lua_of_cases);
    bool none = gat_lua_call(lua, generate_body, &g, &e);
    gat_lua_close(lua);
    return !none;
}
