/* render_suite.c - what a report may ask of the suite: variants with their rules, and cases.
 *
 * Everything comes from specs/, cases/ and rules.def; where ref/ looks at a rule comes from
 * rule_places.def, which the build makes of ref/ itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <lauxlib.h>
#include <string.h>

#include "report/render_read.h"
#include "report/render_suite.h"
#include "spec/broken_words.h"
#include "spec/reduction.h"
#include "spec/spec_json.h"
#include "study/coverage.h"

enum { SEED = 1 }; /* of data that cases are made with: --seed when it is not given */

static const struct rule_place {
    enum ref_rule rule;
    const char *file, *function;
} rule_places[] = {
#define KERNEL_PLACE(kernel, file)
#define RULE_PLACE(rule, file, function) {REF_##rule, file, function},
#include "rule_places.def"
#undef KERNEL_PLACE
#undef RULE_PLACE
};
static const struct kernel_place {
    const char *kernel, *file;
} kernel_places[] = {
#define KERNEL_PLACE(kernel, file) {#kernel, file},
#define RULE_PLACE(rule, file, function)
#include "rule_places.def"
#undef KERNEL_PLACE
#undef RULE_PLACE
};
enum {
    RULE_PLACES = sizeof rule_places / sizeof rule_places[0],
    KERNEL_PLACES = sizeof kernel_places / sizeof kernel_places[0]
};

/* The file with this loop; NULL for none. */
static const char *file_of(const char *kernel)
{
    for (unsigned k = 0; k < KERNEL_PLACES; k++)
        if (strcmp(kernel_places[k].kernel, kernel) == 0)
            return kernel_places[k].file;
    return NULL;
}

static bool holds_loops(const char *file)
{
    bool holds = false;
    for (unsigned k = 0; k < KERNEL_PLACES; k++)
        holds |= strcmp(kernel_places[k].file, file) == 0;
    return holds;
}

/* Is this the check of another loop, which lies in the same file? */
static bool checks_another(const char *function, const char *kernel)
{
    size_t n = strlen(kernel);
    bool own = strncmp(function, kernel, n) == 0 && strcmp(function + n, "_check") == 0;
    for (unsigned k = 0; k < KERNEL_PLACES && !own; k++) {
        n = strlen(kernel_places[k].kernel);
        if (strncmp(function, kernel_places[k].kernel, n) == 0 &&
            strcmp(function + n, "_check") == 0)
            return true;
    }
    return false;
}

/* Functions of ref/ that look at the rule on behalf of this loop: those of files that hold no
 * loop, and of the file that holds this one. */
static json_t *places_json(const struct gat_spec *s, enum ref_rule rule)
{
    json_t *list = json_array();
    const char *own = file_of(s->kernel->name);
    for (unsigned k = 0; k < RULE_PLACES; k++) {
        const struct rule_place *p = &rule_places[k];
        bool ours = own != NULL && strcmp(p->file, own) == 0 &&
                    !checks_another(p->function, s->kernel->name);
        if (p->rule == rule && (ours || !holds_loops(p->file)))
            json_array_append_new(list,
                                  json_pack("{s:s,s:s}", "file", p->file, "function", p->function));
    }
    if (own != NULL && (rule == REF_value || rule == REF_shape))
        json_array_append_new(list, json_pack("{s:s,s:s+}", "file", own, "function",
                                              s->kernel->name, "_check"));
    return list;
}

static json_t *values_json(const struct gat_spec *s, enum ref_rule rule)
{
    char text[40];
    json_t *list = json_array();
    for (unsigned k = 0; k < s->n_profiles; k++) {
        ref_rule_print(rule, s->profiles[k].rules.value[rule], text, sizeof text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* Each rule: its value in each profile, the clauses after it and where ref/ looks at it. */
static json_t *rules_json(const struct gat_spec *s)
{
    json_t *list = json_array();
    for (int r = 0; r < REF_RULE_COUNT; r++) {
        const struct ref_rule_info *info = &ref_rule_infos[r];
        json_t *clauses = json_array();
        for (unsigned k = 0; k < s->n_rule_clauses[r]; k++)
            json_array_append_new(clauses, json_integer(s->rule_clauses[r][k] + 1));
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:s*,s:b,s:o,s:o,s:o}", "name", info->name, "sentence",
                            info->sentence, "broken", gat_broken_words((enum ref_rule)r),
                            "number", info->values == NULL, "values",
                            values_json(s, (enum ref_rule)r), "clauses", clauses, "places",
                            places_json(s, (enum ref_rule)r)));
    }
    return list;
}

static json_t *reductions_json(const struct gat_spec *s)
{
    json_t *list = json_array();
    const struct gat_attr_spec *a = gat_attr_find(s, "reduction");
    for (int k = 0; a != NULL && k < REF_REDUCTIONS; k++)
        if ((a->values >> k & 1) != 0)
            json_array_append_new(list, json_string(gat_reduction_name(k)));
    return list;
}

static json_t *variant_json(const struct gat_spec *s)
{
    json_t *map = gat_spec_json(s), *clauses = json_array();
    json_t *inputs = json_array();
    for (const char *const *name = s->kernel->inputs; *name != NULL; name++)
        json_array_append_new(inputs, json_string(*name));
    for (unsigned k = 0; k < s->n_clauses; k++)
        json_array_append_new(clauses, gat_clause_json(&s->clauses[k]));
    json_object_set_new(map, "clauses", clauses);
    json_object_set_new(map, "rules", rules_json(s));
    json_object_set_new(map, "inputs", inputs);
    json_object_set_new(map, "reductions", reductions_json(s));
    json_object_set_new(map, "scatters", json_boolean(s->kernel->scatters));
    if (s->cited != NULL)
        json_object_set_new(map, "cited",
                            json_pack("{s:s,s:s,s:s,s:s}", "title", s->cited->title, "publisher",
                                      s->cited->publisher, "version", s->cited->version,
                                      "licence", s->cited->licence));
    return map;
}

static void value_push(lua_State *L, json_t *value)
{
    gat_render_value(L, value);
    json_decref(value);
}

static bool is_named(const struct gat_catalog *c, const struct gat_spec *s)
{
    bool named = c->n_wanted == 0;
    for (unsigned k = 0; k < c->n_wanted && !named; k++)
        named = strcmp(c->wanted[k], s->name) == 0;
    return named;
}

/* The list of names at 1, NULL-terminated in the arena; NULL for none. */
static const char **names_read(lua_State *L, struct gat_render *r, unsigned *n)
{
    if (lua_isnoneornil(L, 1))
        return NULL;
    luaL_checktype(L, 1, LUA_TTABLE);
    *n = (unsigned)lua_rawlen(L, 1);
    const char **names = GAT_NEW_N(&r->arena, const char *, *n + 1);
    for (unsigned k = 0; k < *n; k++) {
        size_t size;
        lua_rawgeti(L, 1, (lua_Integer)k + 1);
        const char *name = luaL_checklstring(L, -1, &size);
        names[k] = gat_arena_text(&r->arena, name, size);
        lua_pop(L, 1);
    }
    return names;
}

int gat_render_suite(lua_State *L)
{
    struct gat_render *r = lua_touserdata(L, lua_upvalueindex(1));
    struct gat_error e = {0};
    unsigned n = 0;
    const char **names = names_read(L, r, &n);
    gat_render_suite_close(r);
    lua_newtable(L);
    if (names != NULL && n == 0)
        return 1;
    r->suite = GAT_NEW(&r->arena, struct gat_catalog);
    r->suite->wanted = names;
    r->suite->n_wanted = n;
    if (!gat_catalog_read(r->suite, r->paths, &e)) {
        r->bad_input = true;
        gat_lua_raise(L, &e);
    }
    lua_Integer at = 0;
    for (unsigned k = 0; k < r->suite->n_specs; k++)
        if (is_named(r->suite, r->suite->specs[k])) {
            gat_lua_charge(L, 1000);
            value_push(L, variant_json(r->suite->specs[k]));
            lua_rawseti(L, -2, ++at);
        }
    return 1;
}

int gat_render_cases(lua_State *L)
{
    struct gat_render *r = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = luaL_checkstring(L, 1);
    struct gat_error e = {0};
    const struct gat_spec *s = r->suite != NULL ? gat_catalog_spec(r->suite, name) : NULL;
    luaL_argcheck(L, s != NULL, 1, "suite() has not given this variant");
    struct gat_arena arena = {0};
    struct gat_cover *covers = GAT_NEW_N(&arena, struct gat_cover, s->n_clauses);
    bool good = gat_coverage_make(r->suite, s, SEED, &arena, covers, &e);
    json_t *list = json_array();
    for (unsigned k = 0; good && k < s->n_clauses; k++)
        json_array_append_new(
            list,
            json_pack("{s:b,s:o,s:o,s:o,s:o}", "covered", covers[k].covered, "passing",
                      gat_texts_json(&covers[k].passing), "must_fail",
                      gat_texts_json(&covers[k].failing), "open", gat_texts_json(&covers[k].other),
                      "missing", gat_texts_json(&covers[k].missing)));
    gat_arena_free(&arena);
    if (!good) {
        json_decref(list);
        gat_lua_raise(L, &e);
    }
    value_push(L, list);
    return 1;
}

void gat_render_suite_close(struct gat_render *r)
{
    if (r->suite != NULL)
        gat_catalog_free(r->suite);
    r->suite = NULL;
}
