/* point_open.c - a generator's point with all of its members.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts/presentation.h"
#include "suite/case_lua.h"
#include "suite/case_yaml.h"
#include "suite/pattern.h"
#include "suite/point_members.h"
#include "suite/point_open.h"
#include "suite/points.h"

/* Tests that a script makes, one by one. */
struct opening {
    const struct gat_point *point;
    struct gat_arena *arena, scratch;
    unsigned n_tests, n_members;
    struct taken {
        const struct gat_test *test;
        uint32_t data, index;
    } *tests;
};

static bool test_take(void *user, struct gat_test *t, struct gat_error *e)
{
    struct opening *o = user;
    struct taken one = {.test = t};
    if (!gat_point_takes(&o->scratch, o->point, t, &one.data, &one.index, e))
        return false;
    gat_arena_reset(&o->scratch);
    GAT_GROW(o->arena, o->tests, o->n_tests);
    o->tests[o->n_tests++] = one;
    o->n_members += (unsigned)(__builtin_popcount(one.data) * __builtin_popcount(one.index) *
                               __builtin_popcount(gat_presentations_of(t)));
    return true;
}

static bool names_unique(struct opening *o, struct gat_error *e)
{
    const struct gat_test **list = GAT_NEW_N(&o->scratch, const struct gat_test *, o->n_tests);
    for (unsigned k = 0; k < o->n_tests; k++)
        list[k] = o->tests[k].test;
    const struct gat_test *first, *second = gat_tests_twin(list, o->n_tests, &first);
    return second == NULL ||
           gat_fail(e, second->file, second->line, 0,
                    "a second test called '%s'; the first was emitted in line %u", second->name,
                    first->line);
}

static const struct gat_point *point_copy(const struct opening *o)
{
    struct gat_point *p = GAT_NEW(o->arena, struct gat_point);
    *p = *o->point;
    p->members = gat_arena_array(o->arena, o->n_members + 1, sizeof *p->members);
    p->tests = GAT_NEW_N(o->arena, const struct gat_test *, o->n_members + 1);
    for (unsigned k = 0; k < o->n_tests; k++) {
        const struct taken *one = &o->tests[k];
        unsigned first = p->n_members;
        gat_members_add(p, one->test, one->data, one->index);
        while (first < p->n_members)
            p->tests[first++] = one->test;
    }
    return p;
}

const struct gat_point *gat_point_open(const struct gat_point *p, uint64_t seed,
                                       struct gat_arena *a, struct gat_error *e)
{
    struct opening o = {.point = p, .arena = a};
    const struct gat_point *opened = NULL;
    if (!gat_point_closed(p))
        return p;
    if (p->test->drawing != NULL)
        return p->test->drawing->open(p, seed, a);
    if (gat_script_run(p, seed, a, test_take, &o, e) && names_unique(&o, e))
        opened = point_copy(&o);
    gat_arena_free(&o.scratch);
    return opened;
}

struct asked_name {
    const struct gat_point *point;
    const char *pattern;
};

static bool name_wanted(void *user, const char *name)
{
    const struct asked_name *a = user;
    return gat_pattern_may_name(a->pattern, a->point, name);
}

bool gat_point_reached(const struct gat_point *p, uint64_t seed, const char *pattern)
{
    struct asked_name a = {p, pattern};
    return gat_point_closed(p) && gat_pattern_may_reach(pattern, p) &&
           (p->test->drawing != NULL || gat_script_names(p, seed, name_wanted, &a));
}
