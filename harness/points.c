/* points.c - which tests fit which variants, in which types.
 *
 * A test fits a variant of its operator when the variant has every attribute that
 * the test states and the test states every attribute that the variant requires.
 * Where a test names its variants, one that does not fit is an error.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "names.h"
#include "points.h"

static bool word_in(const char *const *words, unsigned n, const char *word)
{
    for (unsigned k = 0; k < n; k++)
        if (strcmp(words[k], word) == 0)
            return true;
    return false;
}

static bool wants_variant(const struct gat_test *t, const struct gat_spec *s)
{
    return strcmp(t->op, s->op) == 0 &&
           (t->n_variants == 0 || word_in(t->variants, t->n_variants, s->variant) ||
            (s->alias != NULL && word_in(t->variants, t->n_variants, s->alias)));
}

static const struct gat_attr_spec *attr_find(const struct gat_spec *s, const char *name)
{
    for (unsigned k = 0; k < s->n_attrs; k++)
        if (strcmp(s->attrs[k].name, name) == 0)
            return &s->attrs[k];
    return NULL;
}

/* The attribute that keeps the test from fitting, or NULL. */
static const char *misfit(const struct gat_test *t, const struct gat_spec *s)
{
    const struct {
        const char *name;
        bool stated;
    } attrs[] = {{"axis", t->has_axis || t->axis_tensor.present},
                 {"batch_dims", t->has_batch_dims},
                 {"view_shape", t->view_ndim >= 0},
                 {"tile_shape", t->tile_ndim >= 0},
                 {"sparse_grad", t->has_sparse_grad}};
    for (unsigned k = 0; k < sizeof attrs / sizeof attrs[0]; k++) {
        const struct gat_attr_spec *a = attr_find(s, attrs[k].name);
        if (attrs[k].stated ? a == NULL : a != NULL && a->required)
            return attrs[k].name;
    }
    if (t->axis_tensor.present &&
        s->profiles[0].rules.value[REF_axis_tensor] == REF_AXIS_TENSOR_NEVER)
        return "axis";
    bool has_updates = false;
    for (const char *const *name = s->kernel->inputs; *name != NULL; name++)
        has_updates |= strcmp(*name, "updates") == 0;
    return has_updates == t->updates.present ? NULL : "updates";
}

/* The types of data in which every literal has a value. */
static uint32_t data_types(const struct gat_test *t, const struct gat_profile *p)
{
    uint32_t set = p->data_types;
    if (t->data.dtype != GAT_DTYPE_COUNT)
        return GAT_BIT(t->data.dtype);
    if (t->data_types != 0)
        set &= t->data_types;
    if (t->data.fill == GAT_FILL_NONE)
        set &= t->data.types;
    if (t->data.fill == GAT_FILL_STRINGS)
        set &= GAT_BIT(GAT_STR);
    if (t->updates.present && t->updates.fill == GAT_FILL_NONE &&
        t->updates.dtype == GAT_DTYPE_COUNT)
        set &= t->updates.types;
    if (t->expect_output.present && !t->expect_shape)
        set &= t->expect_output.types;
    return set;
}

static uint32_t index_types(const struct gat_test *t, const struct gat_profile *p)
{
    uint32_t set = p->index_types;
    if (t->indices.dtype != GAT_DTYPE_COUNT)
        return GAT_BIT(t->indices.dtype);
    if (t->index_types != 0)
        set = t->index_types; /* stated: int32 where a document has only int64, too */
    if (t->indices.fill == GAT_FILL_NONE)
        set &= t->indices.types;
    return set;
}

static void members_make(struct gat_arena *a, struct gat_point *p)
{
    uint32_t data = data_types(p->test, p->profile);
    uint32_t index = index_types(p->test, p->profile);
    unsigned n = (unsigned)__builtin_popcount(data) * (unsigned)__builtin_popcount(index);
    p->members = gat_arena_array(a, n + 1, sizeof *p->members);
    for (int d = 0; d < GAT_DTYPE_COUNT; d++)
        for (int i = 0; i < GAT_DTYPE_COUNT; i++)
            if ((data & GAT_BIT(d)) != 0 && (index & GAT_BIT(i)) != 0) {
                p->members[p->n_members][0] = (unsigned char)d;
                p->members[p->n_members++][1] = (unsigned char)i;
            }
}

static void point_add(struct gat_catalog *c, const struct gat_test *t,
                      const struct gat_spec *s, const struct gat_profile *profile)
{
    struct gat_point p = {.test = t, .spec = s, .profile = profile};
    members_make(&c->arena, &p);
    if (p.n_members == 0)
        return; /* none of this variant's types has these literals */
    p.name = gat_arena_print(&c->arena, "%s%s%s/%s/%s", s->name,
                             profile->name[0] != '\0' ? "@" : "", profile->name, t->topic,
                             t->name);
    if ((c->n_points & (c->n_points - 1)) == 0) {
        size_t room = c->n_points == 0 ? 1 : 2 * (size_t)c->n_points;
        struct gat_point *more = GAT_NEW_N(&c->arena, struct gat_point, room);
        if (c->n_points > 0)
            memcpy(more, c->points, c->n_points * sizeof *more);
        c->points = more;
    }
    c->points[c->n_points++] = p;
}

/* Every variant and profile that a test names must exist. */
static bool names_exist(const struct gat_catalog *c, const struct gat_test *t,
                        struct gat_error *e)
{
    const char *known[64] = {NULL};
    unsigned n = 0;
    for (unsigned k = 0; k < c->n_specs && n < 60; k++)
        if (strcmp(c->specs[k]->op, t->op) == 0) {
            known[n++] = c->specs[k]->variant;
            if (c->specs[k]->alias != NULL)
                known[n++] = c->specs[k]->alias;
        }
    if (n == 0)
        return gat_fail(e, t->file, t->line, 1, "there is no variant of operator '%.40s'",
                        t->op);
    for (unsigned v = 0; v < t->n_variants; v++) {
        if (word_in(known, n, t->variants[v]))
            continue;
        const char *meant = gat_suggest(t->variants[v], known);
        return gat_fail(e, t->file, t->line, 1, "test '%s': %s has no variant '%.60s'%s%s%s",
                        t->name, t->op, t->variants[v],
                        meant != NULL ? "; did you mean '" : "", meant != NULL ? meant : "",
                        meant != NULL ? "'?" : "");
    }
    return true;
}

static bool test_apply(struct gat_catalog *c, const struct gat_test *t, struct gat_error *e)
{
    unsigned profiles_used = 0, before = c->n_points, fitting = 0;
    const char *why = NULL;
    if (!names_exist(c, t, e))
        return false;
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        if (!wants_variant(t, s))
            continue;
        const char *bad = misfit(t, s);
        if (bad != NULL && t->n_variants != 0)
            return gat_fail(e, t->file, t->line, 1,
                            "test '%s' does not fit %s: %s is required there, or not known",
                            t->name, s->name, bad);
        if (bad != NULL) {
            why = bad;
            continue;
        }
        fitting++;
        for (unsigned p = 0; p < s->n_profiles; p++)
            if (t->n_profiles == 0 ||
                word_in(t->profiles, t->n_profiles, s->profiles[p].name)) {
                profiles_used++;
                point_add(c, t, s, &s->profiles[p]);
            }
    }
    if (c->n_points > before)
        return true;
    if (fitting == 0)
        return gat_fail(e, t->file, t->line, 1,
                        "test '%s' fits no variant of %s because of '%s'", t->name, t->op,
                        why != NULL ? why : "variants");
    return gat_fail(e, t->file, t->line, 1, "test '%s' makes no case: %s", t->name,
                    profiles_used == 0 ? "no variant has such a profile"
                                       : "its literals have a value in none of the types");
}

bool gat_points_make(struct gat_catalog *c, struct gat_error *e)
{
    for (unsigned k = 0; k < c->n_tests; k++)
        if (!test_apply(c, c->tests[k], e))
            return false;
    return true;
}
