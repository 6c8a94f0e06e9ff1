/* distinct_cases.c - a few cases in place of all, chosen for what they have in them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "study/distinct_cases.h"

#include <string.h>

#include "oracle/expect.h"
#include "oracle/features.h"
#include "parts/presentation.h"
#include "suite/member.h"
#include "suite/point_open.h"

/* The properties of a case, or of the chosen cases of a variant. */
struct traits {
    struct gat_features features;
    uint32_t types, index_types, demands;
};
struct candidate {
    const char *name;
    unsigned spec;
    bool chosen;
    struct traits has;
};
struct choice {
    const struct gat_catalog *catalog;
    gat_distinct_wants *wants;
    const void *user;
    uint64_t seed;
    struct gat_arena *a, members, scratch;
    struct candidate *all;
    size_t n;
    struct traits *covered; /* of each variant */
};

static unsigned new_of(uint32_t has, uint32_t covered)
{
    return (unsigned)__builtin_popcount(has & ~covered);
}

/* How much a case adds. */
static unsigned gain_of(const struct traits *has, const struct traits *covered)
{
    struct gat_features left = has->features;
    unsigned n = new_of(has->types, covered->types) +
                 new_of(has->index_types, covered->index_types) +
                 new_of(has->demands, covered->demands);
    gat_features_remove(&left, &covered->features);
    for (int k = 0; k < 3; k++)
        n += (unsigned)__builtin_popcountll(left.word[k]);
    return n;
}

static void cover(struct traits *covered, const struct traits *has)
{
    gat_features_unite(&covered->features, &has->features);
    covered->types |= has->types;
    covered->index_types |= has->index_types;
    covered->demands |= has->demands;
}

static unsigned spec_of(const struct gat_catalog *c, const struct gat_spec *s)
{
    unsigned k = 0;
    while (k < c->n_specs && c->specs[k] != s)
        k++;
    return k;
}

static void member_look(struct choice *c, const struct gat_point *p, unsigned k)
{
    struct gat_member *m = GAT_NEW(&c->scratch, struct gat_member);
    struct gat_expectation x;
    struct gat_portrait portrait;
    gat_member_make(p, k, c->seed, &c->scratch, m);
    if (m->presentation != GAT_P_PLAIN || m->question.data.sparse != NULL)
        return;
    gat_expect(m, &c->scratch, &x);
    gat_portrait_make(&x, NULL, &c->scratch, &portrait);
    GAT_GROW(c->a, c->all, c->n);
    struct candidate *one = &c->all[c->n++];
    one->name = gat_arena_text(c->a, m->name, strlen(m->name));
    one->spec = spec_of(c->catalog, p->spec);
    one->has = (struct traits){portrait.features, GAT_BIT(m->question.data.dtype),
                               GAT_BIT(m->question.indices.dtype), GAT_BIT(x.answer.demand)};
}

static bool point_look(struct choice *c, const struct gat_point *p, struct gat_error *e)
{
    if (p->test->drawing != NULL || !c->wants(c->user, p, GAT_ANY_MEMBER))
        return true;
    p = gat_point_open(p, c->seed, &c->members, e);
    for (unsigned k = 0; p != NULL && k < p->n_members; k++) {
        if (!gat_test_large(gat_point_test(p, k)) && c->wants(c->user, p, (int)k))
            member_look(c, p, k);
        gat_arena_reset(&c->scratch);
    }
    gat_arena_reset(&c->members);
    return p != NULL;
}

/* The case that adds most, the first of several; NULL: none adds anything. */
static struct candidate *best_of(const struct choice *c)
{
    struct candidate *best = NULL;
    unsigned most = 0;
    for (size_t k = 0; k < c->n; k++) {
        struct candidate *one = &c->all[k];
        unsigned gain = one->chosen ? 0 : gain_of(&one->has, &c->covered[one->spec]);
        if (gain > most) {
            most = gain;
            best = one;
        }
    }
    return best;
}

bool gat_distinct_choose(const struct gat_catalog *catalog, gat_distinct_wants *wants,
                         const void *user, unsigned most, uint64_t seed, struct gat_arena *a,
                         struct gat_distinct *out, struct gat_error *e)
{
    struct choice c = {.catalog = catalog, .wants = wants, .user = user, .seed = seed, .a = a};
    bool good = true;
    c.covered = GAT_NEW_N(a, struct traits, catalog->n_specs + 1);
    *out = (struct gat_distinct){.names = GAT_NEW_N(a, const char *, most + 1)};
    for (unsigned k = 0; k < catalog->n_points && good; k++)
        good = point_look(&c, &catalog->points[k], e);
    while (good && out->n < most) {
        struct candidate *best = best_of(&c);
        if (best == NULL)
            break;
        best->chosen = true;
        cover(&c.covered[best->spec], &best->has);
        out->names[out->n++] = best->name;
    }
    gat_arena_free(&c.members);
    gat_arena_free(&c.scratch);
    return good;
}
