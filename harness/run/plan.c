/* plan.c - which points and members a run is about.
 *
 * A pattern that matches nothing, a range whose ends do not exist and an empty
 * shard are errors of their own: nothing passes by default.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/options.h"
#include "judge/claims.h"
#include "run/failed_set.h"
#include "run/plan.h"
#include "run/run.h"
#include "run/tally.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "suite/point_open.h"
#include "suite/points_kept.h"

bool gat_plan_open(struct gat_run *r, struct gat_point_state *state)
{
    struct gat_error e;
    char text[1024];
    if (state->opened != NULL || state->error != NULL)
        return state->error == NULL;
    if (r->kept != NULL)
        state->opened = gat_points_kept_open(r->kept, state->point);
    if (state->opened != NULL)
        return true;
    struct gat_point asked = *state->point;
    asked.times = state->times;
    asked.constants = state->constants;
    asked.most = state->by_number ? state->most : 0;
    state->opened = gat_point_open(gat_point_closed(&asked) ? &asked : state->point, r->seed,
                                   &state->members, &e);
    if (state->opened != NULL)
        return true;
    gat_error_print(&e, text, sizeof text);
    state->error = gat_arena_print(&r->arena, "%s", text);
    gat_arena_free(&state->members);
    return false;
}

void gat_plan_close(struct gat_point_state *state)
{
    if (state->opened == state->point)
        return;
    state->opened = NULL;
    gat_arena_free(&state->members);
}

/* A point whose members' names may be asked for: it is opened for the first pattern that needs
 * them. */
struct looked {
    const struct gat_run *run;
    const struct gat_point *point, *opened;
    bool is_wrong;
    struct gat_arena members;
};

static bool looked_open(struct looked *l)
{
    struct gat_error e;
    if (l->opened == NULL && !l->is_wrong)
        l->opened = gat_point_open(l->point, l->run->seed, &l->members, &e);
    l->is_wrong = l->opened == NULL;
    return !l->is_wrong;
}

/* Does the pattern select the point or any of its members?  A script that fails is selected: then
 * its error shows. */
static bool looked_match(struct looked *l, const char *pattern)
{
    if (gat_pattern_match(pattern, l->point, NULL))
        return true;
    if (!gat_point_reached(l->point, l->run->seed, pattern))
        return false;
    return !looked_open(l) || gat_pattern_match(pattern, l->opened, NULL);
}

void gat_plan_use(const struct gat_run *r, const struct gat_point *p, bool *used)
{
    struct looked l = {.run = r, .point = p};
    for (unsigned k = 0; k < r->options->words.count; k++)
        used[k] = used[k] || looked_match(&l, r->options->words.items[k]);
    gat_arena_free(&l.members);
}

static bool any_matches(const struct gat_run *r, const struct gat_point *p)
{
    enum { UNKNOWN, NO, YES };
    size_t at = (size_t)(p - r->catalog->points);
    if (r->reached != NULL && r->reached[at] != UNKNOWN)
        return r->reached[at] == YES;
    struct looked l = {.run = r, .point = p};
    bool any = r->options->words.count == 0;
    for (unsigned k = 0; k < r->options->words.count && !any; k++)
        any = looked_match(&l, r->options->words.items[k]);
    gat_arena_free(&l.members);
    if (r->reached != NULL)
        r->reached[at] = any ? YES : NO;
    return any;
}

bool gat_plan_selects_point(const struct gat_run *r, const struct gat_point *p)
{
    const struct gat_options *o = r->options;
    if ((o->from != NULL && strcmp(p->name, o->from) < 0) ||
        (o->to != NULL && strcmp(p->name, o->to) > 0))
        return false;
    if (r->failed != NULL && !gat_failed_point(r->failed, p->name))
        return false;
    return any_matches(r, p);
}

static uint64_t point_hash(const struct gat_point *p)
{
    return XXH3_64bits(p->name, strlen(p->name));
}

/* Is a generator asked by one lane alone?  Not where a variant has so many drawn cases that asking
 * is the least of it. */
static bool asked_once(const struct gat_point_state *state)
{
    return gat_point_closed(state->point) && state->times <= 1;
}

/* Cases are shared among lanes by their names; those of a generator that is asked once, by the
 * name of its point. */
static bool in_lane(const struct gat_run *r, uint64_t name_hash)
{
    return name_hash / r->n_shards % r->n_lanes == r->lane;
}

bool gat_plan_selects(const struct gat_run *r, const struct gat_point_state *state, unsigned member,
                      uint64_t name_hash)
{
    const struct gat_point *p = state->point;
    return name_hash % r->n_shards == r->shard &&
           in_lane(r, asked_once(state) ? point_hash(p) : name_hash) &&
           gat_plan_wants(r, state, member, name_hash);
}

bool gat_plan_leaves(struct gat_session *s, struct gat_point_state *state)
{
    const struct gat_run *r = s->run;
    const struct gat_point *p = state->point;
    if (!gat_point_closed(p))
        return false;
    uint64_t hash = point_hash(p);
    if (asked_once(state) && !in_lane(r, hash))
        return true;
    const char *gap = gat_claim_unnamed(s->manifest, p->spec);
    if (gap == NULL || !state->whole || r->failed != NULL)
        return false;
    if (hash % r->n_shards == r->shard) {
        state->selected++;
        state->open++;
        gat_tally_gap(s, state, 0, gap, true);
    }
    return true;
}

bool gat_plan_wants(const struct gat_run *r, const struct gat_point_state *state, unsigned member,
                    uint64_t name_hash)
{
    if (r->failed != NULL && !gat_failed_case(r->failed, name_hash))
        return false;
    if (state->whole)
        return true;
    char suffix[192];
    gat_member_suffix(state->opened, member, suffix, sizeof suffix);
    for (unsigned k = 0; k < r->options->words.count; k++)
        if (gat_pattern_match(r->options->words.items[k], state->opened, suffix))
            return true;
    return false;
}

bool gat_plan_selects_member(const struct gat_run *r, const struct gat_point_state *state,
                             unsigned member, struct gat_arena *scratch)
{
    struct gat_member m;
    gat_member_name(state->opened, member, scratch, &m);
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

/* The profile of that name, of `size` bytes; NULL where the document has none. */
static const struct gat_profile *profile_named(const struct gat_spec *s, const char *name,
                                               size_t size)
{
    for (unsigned k = 0; k < s->n_profiles; k++)
        if (strlen(s->profiles[k].name) == size && memcmp(s->profiles[k].name, name, size) == 0)
            return &s->profiles[k];
    return NULL;
}

/* A backend that names a device class is judged by the profile of that name, or
 * by the first where the document has none of that name; one that names none, or
 * "any", is told the profile with each call and judged by all of them.  Several names
 * are tried in their order: documents name one device differently. */
bool gat_profile_fits(const struct gat_point *p, const char *wanted)
{
    if (wanted[0] == '\0' || strcmp(wanted, "any") == 0)
        return true;
    for (const char *name = wanted; *name != '\0'; name += strspn(name, " ")) {
        size_t size = strcspn(name, " ");
        const struct gat_profile *found = profile_named(p->spec, name, size);
        if (found != NULL)
            return p->profile == found;
        name += size;
    }
    return p->profile == &p->spec->profiles[0];
}

/* Adds the names of profiles of a variant that the text lacks, after commas. */
static void profiles_add(struct gat_arena *a, const struct gat_spec *s, const char **text)
{
    for (unsigned k = 0; k < s->n_profiles; k++) {
        const char *one = gat_arena_print(a, ", %s", s->profiles[k].name);
        if (one[2] != '\0' && strstr(gat_arena_print(a, "%s,", *text),
                                     gat_arena_print(a, "%s,", one)) == NULL)
            *text = gat_arena_print(a, "%s%s", *text, one);
    }
}

int gat_profile_check(const struct gat_options *o)
{
    struct gat_catalog all = {0};
    const char *text = "any";
    bool known = o->profile == NULL || strcmp(o->profile, "any") == 0;
    int code = known ? 0 : gat_catalog_specs_open(&all, o);
    for (unsigned k = 0; k < all.n_specs; k++) {
        profiles_add(&all.arena, all.specs[k], &text);
        for (const char *name = o->profile; *name != '\0'; name += strspn(name, " ")) {
            size_t size = strcspn(name, " ");
            known |= size > 0 && profile_named(all.specs[k], name, size) != NULL;
            name += size;
        }
    }
    if (code == 0 && !known)
        code = gat_complain(GAT_EXIT_USAGE, "no variant has a profile '%s'; there are %s",
                            o->profile, text);
    gat_catalog_free(&all);
    return code;
}

bool gat_plan_folds(const struct gat_run *r, const struct gat_manifest *m,
                    const struct gat_point_state *points, unsigned k)
{
    const struct gat_point *p = points[k].point;
    if (r->out.full || k == 0 || gat_claim_names(m, p->spec))
        return false;
    if (r->options->like == NULL)
        return points[k - 1].point->profile == p->profile;
    unsigned first = 0; /* of those that no claim names: it stands for all */
    while (gat_claim_names(m, points[first].point->spec))
        first++;
    return first < k;
}

bool gat_plan_reads(const struct gat_manifest *m, const struct gat_point_state *points, unsigned n)
{
    bool reads = false;
    for (unsigned k = 0; k < n && !reads; k++)
        reads = points[k].point->profile->n_combinations > 1 &&
                gat_claim_names(m, points[k].point->spec);
    return reads;
}

unsigned gat_plan_points(struct gat_run *r, const char *backend_profile,
                         struct gat_point_state **out)
{
    const struct gat_catalog *c = r->catalog;
    const char *wanted = r->options->profile != NULL ? r->options->profile : backend_profile;
    unsigned n = 0, *chosen = GAT_NEW_N(&r->arena, unsigned, c->n_points + 1);
    for (unsigned k = 0; k < c->n_points; k++)
        if (gat_plan_selects_point(r, &c->points[k]) && gat_profile_fits(&c->points[k], wanted))
            chosen[n++] = k;
    /* A state is large, and often few of many thousand points are chosen. */
    struct gat_point_state *states = gat_arena_array(&r->arena, n + 1, sizeof *states);
    for (unsigned k = 0; k < n; k++) {
        const struct gat_point *p = &c->points[chosen[k]];
        states[k].point = p;
        states[k].opened = gat_point_closed(p) ? NULL : p;
        states[k].whole = whole(r, p);
        states[k].last_finding = &states[k].findings;
    }
    *out = states;
    return n;
}
