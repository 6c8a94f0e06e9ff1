/* list_cases.c - gatherum list cases: the names that run and show take.
 *
 * A line is a point, with all its element types; --tap full gives each member its
 * own line, and so does a pattern that selects only some members of a point.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "list.h"
#include "run.h"

static bool wants_member(const struct gat_options *o, const struct gat_point *p,
                         const char *member)
{
    bool any = o->words.count < 2;
    for (unsigned k = 1; k < o->words.count && !any; k++)
        any = gat_pattern_match(o->words.items[k], p, member);
    return any;
}

static json_t *point_json(const struct gat_point *p, json_t *members)
{
    json_t *map = json_object();
    json_object_set_new(map, "name", json_string(p->name));
    json_object_set_new(map, "variant", json_string(p->spec->name));
    json_object_set_new(map, "profile", json_string(p->profile->name));
    json_object_set_new(map, "topic", json_string(p->test->topic));
    json_object_set_new(map, "test", json_string(p->test->name));
    json_object_set_new(map, "hunts", json_string(p->test->hunts));
    json_object_set_new(map, "file", json_string(p->test->file));
    json_object_set_new(map, "line", json_integer(p->test->line));
    json_object_set_new(map, "members", members);
    return map;
}

/* Print one point or its selected members; true when anything was selected. */
static bool point_print(const struct gat_options *o, const struct gat_point *p,
                        json_t *list)
{
    bool full = o->tap != NULL && o->tap[0] == 'f';
    unsigned selected = 0;
    char types[64];
    json_t *members = json_array();
    if (o->words.count < 2 || wants_member(o, p, NULL))
        for (unsigned m = 0; m < p->n_members; m++) {
            gat_member_suffix(p, m, types, sizeof types);
            if (!wants_member(o, p, types))
                continue;
            selected++;
            json_array_append_new(members, json_string(types));
        }
    if (o->json && selected > 0) {
        json_array_append_new(list, point_json(p, members));
        return true;
    }
    if (selected == p->n_members && !full)
        printf("%s\n", p->name);
    else
        for (unsigned m = 0; m < selected; m++)
            printf("%s/%s\n", p->name, json_string_value(json_array_get(members, m)));
    json_decref(members);
    return selected > 0;
}

int gat_list_cases(const struct gat_options *o, const struct gat_catalog *c)
{
    json_t *list = json_array();
    bool any = false;
    for (unsigned k = 0; k < c->n_points; k++)
        if (o->profile == NULL || gat_profile_fits(&c->points[k], o->profile))
            any |= point_print(o, &c->points[k], list);
    if (o->json && any)
        return gat_json_print(list);
    json_decref(list);
    return any ? 0 : gat_list_nothing(o);
}
