/* list_cases.c - gatherum list cases: the names that run and show take.
 *
 * A line is a point, with all its element types; --tap full gives each member its
 * own line, and so does a pattern that selects only some members of a point.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/options.h"
#include "cli/seed.h"
#include "lists/list_pick.h"
#include "lists/list_cases.h"
#include "run/plan.h"
#include "study/distinct_cases.h"
#include "suite/pattern.h"
#include "suite/member.h"
#include "suite/point_open.h"

static bool wants_member(const struct gat_options *o, const struct gat_point *p, const char *member)
{
    return gat_pattern_any(&o->words, 1, p, member);
}

static json_t *point_json(const struct gat_point *p, json_t *members)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:b,s:o}", "name", p->name, "variant",
                     p->spec->name, "profile", p->profile->name, "topic", p->test->topic, "test",
                     p->test->name, "hunts", p->test->hunts, "file", p->test->file, "line",
                     (int)p->test->line, "generator", gat_test_generates(p->test), "members",
                     members);
}

/* Print one open point or its selected members; true when anything was selected. */
static bool point_print(const struct gat_options *o, const struct gat_point *p, json_t *list)
{
    bool full = o->tap != NULL && o->tap[0] == 'f';
    unsigned selected = 0;
    bool closed = gat_point_closed(p) && (o->words.count < 2 || wants_member(o, p, NULL));
    char types[192];
    json_t *members = json_array();
    if (o->words.count < 2 || wants_member(o, p, NULL))
        for (unsigned m = 0; m < p->n_members; m++) {
            gat_member_suffix(p, m, types, sizeof types);
            if (!wants_member(o, p, types))
                continue;
            selected++;
            json_array_append_new(members, json_string(types));
        }
    if (o->json && (selected > 0 || closed)) {
        json_array_append_new(list, point_json(p, members));
        return true;
    }
    if (closed || (selected == p->n_members && selected > 0 && !full))
        printf("%s\n", p->name);
    else
        for (unsigned m = 0; m < selected; m++)
            printf("%s/%s\n", p->name, json_string_value(json_array_get(members, m)));
    json_decref(members);
    return selected > 0 || closed;
}

/* A generator's cases are made only where their own names are asked for. */
static bool needs_members(const struct gat_options *o, const struct gat_point *p, uint64_t seed)
{
    bool any = o->words.count < 2, whole = any;
    for (unsigned k = 1; k < o->words.count; k++) {
        whole |= gat_pattern_match(o->words.items[k], p, "");
        any = any || whole || gat_point_reached(p, seed, o->words.items[k]);
    }
    return gat_point_closed(p) && (whole ? o->tap != NULL && o->tap[0] == 'f' : any);
}

/* As point_print, for any point; an exit code when its script fails. */
static int point_list(const struct gat_options *o, const struct gat_point *p, uint64_t seed,
                      json_t *list, bool *any)
{
    struct gat_arena scratch = {0};
    struct gat_error e;
    int code = 0;
    if (needs_members(o, p, seed))
        p = gat_point_open(p, seed, &scratch, &e);
    if (p != NULL)
        *any |= point_print(o, p, list);
    else
        code = gat_complain_error(GAT_EXIT_USAGE, &e);
    gat_arena_free(&scratch);
    return code;
}

static bool wants_distinct(const void *user, const struct gat_point *p, int k)
{
    const struct gat_options *o = user;
    char types[192];
    bool any = o->words.count < 2;
    if (o->profile != NULL && !gat_profile_fits(p, o->profile))
        return false;
    for (unsigned w = 1; k == GAT_ANY_MEMBER && w < o->words.count && !any; w++)
        any = gat_pattern_may_reach(o->words.items[w], p) ||
              gat_pattern_match(o->words.items[w], p, "");
    if (k == GAT_ANY_MEMBER)
        return any || wants_member(o, p, NULL);
    gat_member_suffix(p, (unsigned)k, types, sizeof types);
    return wants_member(o, p, types);
}

static int distinct_list(const struct gat_options *o, const struct gat_catalog *c, uint64_t seed)
{
    struct gat_arena arena = {0};
    struct gat_distinct d;
    struct gat_error e;
    int code = 0;
    if (!gat_distinct_choose(c, wants_distinct, o, (unsigned)o->distinct, seed, &arena, &d, &e))
        code = gat_complain_error(GAT_EXIT_USAGE, &e);
    else if (d.n == 0)
        code = gat_list_nothing(o);
    for (unsigned k = 0; code == 0 && k < d.n; k++)
        printf("%s\n", d.names[k]);
    gat_arena_free(&arena);
    return code;
}

int gat_list_cases(const struct gat_options *o, const struct gat_catalog *c)
{
    json_t *list = json_array();
    bool any = false;
    uint64_t seed;
    int code = gat_options_seed(o, &seed);
    if (code == 0 && o->distinct > 0) {
        json_decref(list);
        return distinct_list(o, c, seed);
    }
    for (unsigned k = 0; k < c->n_points && code == 0; k++)
        if (o->profile == NULL || gat_profile_fits(&c->points[k], o->profile))
            code = point_list(o, &c->points[k], seed, list, &any);
    return gat_list_end(o, list, code, any);
}
