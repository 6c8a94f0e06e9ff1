/* target_case.c - variants for the targets, and the way of a case through print and read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "target_case.h"

#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "suite/case_yaml.h"
#include "suite/member.h"
#include "suite/points.h"
#include "suite/print_yaml.h"
#include "target.h"

static void spec_make(struct gat_spec *s, struct gat_profile *p, const char *name)
{
    static struct gat_attr_spec attrs[] = {
        {.name = "axis", .kind = GAT_ATTR_INT, .has_otherwise = true},
        {.name = "batch_dims", .kind = GAT_ATTR_INT, .has_otherwise = true},
        {.name = "view_shape", .kind = GAT_ATTR_INTS},
        {.name = "tile_shape", .kind = GAT_ATTR_INTS},
        {.name = "sparse_grad", .kind = GAT_ATTR_INT, .is_truth = true, .has_otherwise = true},
        {.name = "reduction", .kind = GAT_ATTR_TEXT, .values = GAT_BIT(REF_REDUCTIONS) - 1}};
    bool scatters = strncmp(name, "scatter", 7) == 0; /* the last is theirs alone */
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        p->rules.value[k] = ref_rule_infos[k].otherwise;
    p->rules.value[REF_index_domain] = REF_WRAPS;
    p->rules.value[REF_batch_dims] = REF_BATCH_ALLOWED;
    p->rules.value[REF_axis_tensor] = REF_AXIS_TENSOR_ONE_ELEMENT;
    p->name = "";
    p->data_types = GAT_ALL_TYPES;
    p->index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64);
    *s = (struct gat_spec){.file = name,
                           .op = name,
                           .variant = "any",
                           .name = name,
                           .kernel = ref_kernel_find(name),
                           .n_attrs = sizeof attrs / sizeof attrs[0] - !scatters,
                           .attrs = attrs,
                           .n_profiles = 1,
                           .profiles = p};
}

struct gat_spec *target_spec(unsigned k)
{
    static struct gat_spec specs[TARGET_SPECS];
    static struct gat_profile profiles[TARGET_SPECS];
    if (specs[0].op == NULL) {
        spec_make(&specs[0], &profiles[0], "gather");
        spec_make(&specs[1], &profiles[1], "gather_elements");
        spec_make(&specs[2], &profiles[2], "scatter_elements");
        spec_make(&specs[3], &profiles[3], "gather_nd");
        spec_make(&specs[4], &profiles[4], "scatter_nd");
    }
    return &specs[k % TARGET_SPECS];
}

struct gat_catalog target_catalog(struct gat_test **tests, unsigned n)
{
    static struct gat_spec *list[TARGET_SPECS];
    for (unsigned k = 0; k < TARGET_SPECS; k++)
        list[k] = target_spec(k);
    return (struct gat_catalog){
        .n_specs = TARGET_SPECS, .specs = list, .n_tests = n, .tests = tests};
}

bool target_same_array(const struct gat_array *x, const struct gat_array *y)
{
    if (x->ndim < 0 || x->ndim != y->ndim || x->dtype != y->dtype)
        return x->ndim < 0 && y->ndim < 0;
    if (x->ndim > 0 && memcmp(x->shape, y->shape, (size_t)x->ndim * sizeof x->shape[0]) != 0)
        return false;
    int64_t count = gat_array_count(x);
    size_t size = gat_dtype_size(x->dtype);
    for (int64_t k = 0; k < count; k++)
        if (!gat_dtype_same(x->dtype, (const char *)x->data + (size_t)k * size,
                            (const char *)y->data + (size_t)k * size))
            return false;
    return true;
}

static bool same_attributes(const struct ref_case *x, const struct ref_case *y)
{
    bool same = x->axis == y->axis && x->batch_dims == y->batch_dims &&
                x->reduction == y->reduction && x->type_allowed == y->type_allowed;
    for (unsigned k = 0; k < REF_LISTS; k++) {
        const struct ref_list *l = &x->lists[k], *m = &y->lists[k];
        same &= l->given == m->given && l->count == m->count &&
                memcmp(l->value, m->value, (size_t)l->count * sizeof l->value[0]) == 0;
    }
    return same;
}

bool target_same_case(const struct ref_case *x, const struct ref_case *y)
{
    return target_same_array(&x->data, &y->data) && target_same_array(&x->indices, &y->indices) &&
           target_same_array(&x->updates, &y->updates) &&
           target_same_array(&x->axis_tensor, &y->axis_tensor) && same_attributes(x, y);
}

void target_round_trip(struct gat_arena *a, const struct gat_member *m)
{
    const char *yaml;
    struct gat_test **tests;
    struct gat_error e = {0};
    struct gat_member back;
    unsigned n = 0;
    gat_member_print_yaml(m, a, &yaml);
    const char *file = gat_arena_print(a, "%s.%s.yaml", m->point->spec->op, m->test->topic);
    if (!gat_cases_parse(a, file, yaml, strlen(yaml), &tests, &n, &e))
        fprintf(stderr, "%s\nline %u: %s\n", yaml, e.line, e.text);
    HOLDS(n == 1);
    struct gat_catalog c = target_catalog(tests, n);
    bool made = gat_points_make(&c, &e);
    if (!made)
        fprintf(stderr, "%s\nline %u: %s\n", yaml, e.line, e.text);
    /* Before a case in another presentation stands the same in the plain one. */
    unsigned last = m->presentation != 0;
    HOLDS(made && c.n_points == 1 && c.points[0].n_members == last + 1);
    gat_member_make(&c.points[0], last, 1, a, &back);
    HOLDS(back.presentation == m->presentation);
    bool same = target_same_case(&m->question, &back.question);
    if (!same)
        fprintf(stderr, "%s\n", yaml);
    HOLDS(same);
    gat_arena_free(&c.arena);
}
