/* point_members.c - the cases of a point: element type, index type and presentation.
 *
 * A variant that is like another gets few types, drawn by the names of test and variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "parts/presentation.h"
#include "suite/member.h"
#include "suite/point_members.h"

/* Every n-th type of a set, from the k-th on. */
static uint32_t types_some(uint32_t set, uint64_t k, uint64_t n)
{
    uint32_t some = 0;
    for (uint64_t at = 0; set != 0; set &= set - 1, at++)
        if (at % n == k % n)
            some |= set & (0 - set);
    return some;
}

/* The differences of a further profile do not depend on types either. */
enum { FEW_TYPES = 3 };
static void types_thin(const struct gat_point *p, const struct gat_test *t, uint32_t *data,
                       uint32_t *index)
{
    const struct gat_spec *s = p->spec;
    unsigned few = p->profile == &s->profiles[0] ? FEW_TYPES : 1;
    uint64_t k = XXH3_64bits_withSeed(t->name, strlen(t->name),
                                      XXH3_64bits(s->name, strlen(s->name)));
    uint64_t n = ((uint64_t)__builtin_popcount(*data) + few - 1) / few;
    bool written = p->test->script == NULL || p->test->combines; /* sums hang on types */
    bool named = written && (t->data_types != 0 || t->index_types != 0);
    if (s->like == NULL || named)
        return;
    *data = types_some(*data, k, n > 0 ? n : 1);
    *index = types_some(*index, k >> 32, (uint64_t)__builtin_popcount(*index));
}

static void members_fill(struct gat_point *p, uint32_t data, uint32_t index, uint32_t presented)
{
    for (int d = 0; d < GAT_DTYPE_COUNT; d++)
        for (int i = 0; (data & GAT_BIT(d)) != 0 && i < GAT_DTYPE_COUNT; i++)
            for (int k = 0; (index & GAT_BIT(i)) != 0 && k < GAT_P_COUNT; k++)
                if ((presented & GAT_BIT(k)) != 0) {
                    p->members[p->n_members][0] = (unsigned char)d;
                    p->members[p->n_members][1] = (unsigned char)i;
                    p->members[p->n_members++][2] = (unsigned char)k;
                }
}

/* The presentations that fit this variant, of a test that has all; some types are there. */
static uint32_t fitting_find(const struct gat_point *p, const struct gat_test *t, uint32_t data,
                             uint32_t index)
{
    unsigned char first[1][3] = {{(unsigned char)__builtin_ctz(data),
                                  (unsigned char)__builtin_ctz(index), GAT_P_PLAIN}};
    struct gat_point one = {
        .test = t, .spec = p->spec, .profile = p->profile, .n_members = 1, .members = first};
    struct gat_arena scratch = {0};
    struct ref_answer a = {.demand = REF_MUST_SUCCEED};
    struct gat_member *m = GAT_NEW(&scratch, struct gat_member);
    gat_member_ask(&one, 0, m);
    m->question.indices.data = gat_arena_sparse(&scratch, gat_array_size(&m->question.indices));
    ref_check(&m->question, &a);
    uint32_t set = gat_presentations_of(t) & gat_presentations_fitting(m, a.output.ndim);
    gat_arena_free(&scratch);
    return set;
}

static uint32_t presentations_of(const struct gat_point *p, const struct gat_test *t, uint32_t data,
                                 uint32_t index)
{
    return t->presents_all && data != 0 && index != 0 ? fitting_find(p, t, data, index)
                                                      : gat_presentations_of(t);
}

void gat_members_add(struct gat_point *p, const struct gat_test *t, uint32_t data, uint32_t index)
{
    types_thin(p, t, &data, &index);
    members_fill(p, data, index, presentations_of(p, t, data, index));
}

/* ---- shared ---- */

struct gat_member_set {
    struct gat_member_set *next;
    uint32_t data, index, presented;
    unsigned n;
    unsigned char (*members)[3];
};

static struct gat_member_set *set_find(struct gat_catalog *c, uint32_t data, uint32_t index,
                                       uint32_t presented)
{
    struct gat_member_set **at = &c->sets, *set;
    for (; (set = *at) != NULL; at = &set->next)
        if (set->data == data && set->index == index && set->presented == presented) {
            *at = set->next; /* the next point often has the same */
            set->next = c->sets;
            return c->sets = set;
        }
    return NULL;
}

static struct gat_member_set *set_make(struct gat_catalog *c, uint32_t data, uint32_t index,
                                       uint32_t presented)
{
    struct gat_point p = {.n_members = 0};
    unsigned n = (unsigned)__builtin_popcount(data) * (unsigned)__builtin_popcount(index) *
                 (unsigned)__builtin_popcount(presented);
    p.members = gat_arena_array(&c->arena, n + 1, sizeof *p.members);
    members_fill(&p, data, index, presented);
    struct gat_member_set *set = GAT_NEW(&c->arena, struct gat_member_set);
    *set = (struct gat_member_set){c->sets, data, index, presented, p.n_members, p.members};
    return c->sets = set;
}

void gat_members_share(struct gat_catalog *c, struct gat_point *p, uint32_t data, uint32_t index)
{
    types_thin(p, p->test, &data, &index);
    uint32_t presented = presentations_of(p, p->test, data, index);
    struct gat_member_set *set = set_find(c, data, index, presented);
    if (set == NULL)
        set = set_make(c, data, index, presented);
    p->members = set->members;
    p->n_members = set->n;
}
