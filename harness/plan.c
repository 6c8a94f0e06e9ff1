/* plan.c - which points and members a run is about.
 *
 * A pattern that matches nothing, a range whose ends do not exist and an empty
 * shard are errors of their own: nothing passes by default.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "run.h"

void gat_member_suffix(const struct gat_point *p, unsigned member, char *out, size_t size)
{
    snprintf(out, size, "%s,%s", gat_dtype_name((enum gat_dtype)p->members[member][0]),
             gat_dtype_name((enum gat_dtype)p->members[member][1]));
}

bool gat_plan_selects_point(const struct gat_run *r, const struct gat_point *p)
{
    const struct gat_options *o = r->options;
    if ((o->from != NULL && strcmp(p->name, o->from) < 0) ||
        (o->to != NULL && strcmp(p->name, o->to) > 0))
        return false;
    if (o->words.count == 0)
        return true;
    for (unsigned k = 0; k < o->words.count; k++)
        if (gat_pattern_match(o->words.items[k], p, NULL))
            return true;
    return false;
}

bool gat_plan_selects(const struct gat_run *r, const struct gat_point_state *state,
                      unsigned member, uint64_t name_hash)
{
    const struct gat_point *p = state->point;
    if (name_hash % r->n_shards != r->shard ||
        name_hash / r->n_shards % r->n_lanes != r->lane)
        return false;
    if (state->whole)
        return true;
    char suffix[64];
    gat_member_suffix(p, member, suffix, sizeof suffix);
    for (unsigned k = 0; k < r->options->words.count; k++)
        if (gat_pattern_match(r->options->words.items[k], p, suffix))
            return true;
    return false;
}

bool gat_plan_selects_member(const struct gat_run *r, const struct gat_point_state *state,
                             unsigned member, struct gat_arena *scratch)
{
    struct gat_member m;
    gat_member_make(state->point, member, r->seed, scratch, &m);
    return gat_plan_selects(r, state, member, m.name_hash);
}

/* Is the point selected by its own name, and not only some members by theirs? */
static bool whole(const struct gat_run *r, const struct gat_point *p)
{
    for (unsigned k = 0; k < r->options->words.count; k++)
        if (gat_pattern_match(r->options->words.items[k], p, ""))
            return true;
    return r->options->words.count == 0;
}

/* A backend that names a device class is judged by the profile of that name, or
 * by the first where the document has none of that name; one that names none, or
 * "any", is told the profile with each call and judged by all of them. */
bool gat_profile_fits(const struct gat_point *p, const char *wanted)
{
    const struct gat_spec *s = p->spec;
    if (wanted[0] == '\0' || strcmp(wanted, "any") == 0)
        return true;
    for (unsigned k = 0; k < s->n_profiles; k++)
        if (strcmp(s->profiles[k].name, wanted) == 0)
            return p->profile == &s->profiles[k];
    return p->profile == &s->profiles[0];
}

unsigned gat_plan_points(struct gat_run *r, const char *backend_profile,
                         struct gat_point_state **out)
{
    const struct gat_catalog *c = r->catalog;
    const char *wanted = r->options->profile != NULL ? r->options->profile : backend_profile;
    unsigned n = 0;
    struct gat_point_state *states =
        gat_arena_array(&r->arena, c->n_points + 1, sizeof *states);
    for (unsigned k = 0; k < c->n_points; k++) {
        if (!gat_plan_selects_point(r, &c->points[k]) ||
            !gat_profile_fits(&c->points[k], wanted))
            continue;
        states[n].point = &c->points[k];
        states[n].whole = whole(r, &c->points[k]);
        states[n].last_finding = &states[n].findings;
        n++;
    }
    *out = states;
    return n;
}
