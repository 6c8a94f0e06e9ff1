/* test_features.c - each feature is seen where it is, and not where it only just is
 * not: tests/fixtures/features/cases, points `has` and `lacks`, named by the feature.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/expect.h"
#include "spec/feature.h"
#include "oracle/features.h"
#include "suite/catalog.h"
#include "suite/member.h"
#include "tap.h"

static struct gat_arena arena;
static unsigned n_cases[GAT_FEATURE_COUNT][2];

static enum gat_feature feature_of(const struct gat_test *t)
{
    return gat_feature_find(gat_arena_text(&arena, t->name, strcspn(t->name, ".")));
}

static bool portrait_has(const struct gat_point *p, unsigned k, enum gat_feature f)
{
    struct gat_member m;
    struct gat_expectation x;
    struct gat_portrait portrait;
    gat_member_make(p, k, 1, &arena, &m);
    gat_expect(&m, &arena, &x);
    if (x.oracle_wrong)
        printf("# %s: %s\n", m.name, x.oracle_why);
    gat_portrait_make(&x, NULL, &arena, &portrait);
    return gat_features_have(&portrait.features, f);
}

static void point_check(const struct gat_point *p)
{
    bool has = strcmp(p->test->topic, "has") == 0, good = true;
    enum gat_feature f = feature_of(p->test);
    if (f == GAT_FEATURE_COUNT) {
        ok(false, "%s: there is no such feature", p->name);
        return;
    }
    for (unsigned k = 0; k < p->n_members; k++) /* the plain one is there always */
        if (!has || p->test->presented == 0 || p->members[k][2] != 0)
            good &= portrait_has(p, k, f) == has;
    ok(good && p->n_members > 0, "%s", p->name);
    n_cases[f][has]++;
}

/* Where a spec excludes something, no case can have it. */
static void possible_check(const struct gat_catalog *c)
{
    struct gat_features torch, gather;
    const struct gat_spec *s = gat_catalog_spec(c, "gather_elements/torch");
    gat_features_possible(s, &s->profiles[0], &torch);
    s = gat_catalog_spec(c, "gather/onnx-13");
    gat_features_possible(s, &s->profiles[0], &gather);
    ok(gat_features_have(&torch, GAT_F_sparse_grad_set), "torch has sparse_grad");
    ok(!gat_features_have(&torch, GAT_F_index_int32), "but no int32 indices");
    ok(!gat_features_have(&torch, GAT_F_axis_default), "and no default axis");
    ok(gat_features_have(&gather, GAT_F_text_nul), "gather has strings");
    ok(!gat_features_have(&gather, GAT_F_batch_one), "but no batches");
    ok(!gat_features_have(&gather, GAT_F_target_repeats), "and no updates");
    ok(!gat_features_have(&gather, GAT_F_longer_on_axis), "nor extents to compare");
}

/* A bad index of nothing takes two dimensions, and an operator that cuts data along an axis. */
static void possible_of_nothing(const struct gat_catalog *c)
{
    static const struct {
        const char *spec;
        enum ref_rule rule;
        int64_t value;
        bool possible;
    } rows[] = {
        {"gather/onnx-13", REF_RULE_COUNT, 0, true},
        {"gather/onnx-13", REF_data_rank_min, 3, false},
        {"gather/onnx-13", REF_data_rank_max, 1, false},
        {"gather/onnx-13", REF_out_of_range, REF_OOR_UNDEFINED, false},
        {"gather_elements/onnx-13", REF_RULE_COUNT, 0, false},
        {"take/numpy-raise", REF_RULE_COUNT, 0, false},
        {"gather_windows/stablehlo", REF_out_of_range, REF_OOR_ERROR, false},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct gat_spec *s = gat_catalog_spec(c, rows[k].spec);
        struct gat_profile p = s->profiles[0];
        struct gat_features set;
        p.rules.value[REF_data_rank_max] = GAT_MAX_RANK;
        p.rules.value[REF_empty] = REF_EMPTY_ALLOWED;
        if (rows[k].rule != REF_RULE_COUNT)
            p.rules.value[rows[k].rule] = rows[k].value;
        gat_features_possible(s, &p, &set);
        ok(gat_features_have(&set, GAT_F_bad_index_of_nothing) == rows[k].possible, "%s, row %u",
           rows[k].spec, k);
    }
}

static void reach_check(const struct gat_catalog *c)
{
    for (unsigned k = 0; k < c->n_points; k++) {
        const struct gat_point *p = &c->points[k];
        struct gat_member m;
        struct gat_expectation x;
        struct gat_portrait portrait;
        if (strcmp(p->name, "gather/onnx-13/has/index_past_2_7.from-end") != 0)
            continue;
        gat_member_make(p, 0, 1, &arena, &m);
        gat_expect(&m, &arena, &x);
        gat_portrait_make(&x, NULL, &arena, &portrait);
        is_int(portrait.reach, 1, "one position of the axis is reached");
        is_int(portrait.extent, 200, "of 200");
    }
}

int main(void)
{
    static const char *const paths[] = {".", "tests/fixtures/features", NULL};
    struct gat_catalog c = {0};
    struct gat_error e = {0};
    if (!gat_catalog_read(&c, paths, &e)) {
        ok(false, "%s:%u: %s", e.file, e.line, e.text);
        return done();
    }
    for (unsigned k = 0; k < c.n_points; k++)
        if (strncmp(c.points[k].test->file, "tests/fixtures/features/", 24) == 0)
            point_check(&c.points[k]);
    for (unsigned f = 0; f < GAT_FEATURE_COUNT; f++)
        if (n_cases[f][0] == 0 || n_cases[f][1] == 0)
            ok(false, "%s has a case with it and one that only just lacks it",
               gat_feature_infos[f].name);
    is_int(gat_feature_find("index_negativ"), GAT_FEATURE_COUNT, "an unknown name is none");
    possible_check(&c);
    possible_of_nothing(&c);
    reach_check(&c);
    gat_catalog_free(&c);
    gat_arena_free(&arena);
    return done();
}
