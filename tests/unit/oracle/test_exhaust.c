/* test_exhaust.c - ref answers as the formulas do, on small cases of every variant: each shape of a
 * few elements, each axis and batch, each index from -s-1 to s.
 *
 *     test_exhaust                  some of them
 *     test_exhaust 1000000          so many of each variant at most; make exhaust takes all
 *     test_exhaust 1000 BACKEND.so  and each that the backend claims is asked of it too
 *
 * What the formula says of the indices is worked out twice, by ref and by plain_formula.h; calls
 * that are wrong for another reason than an index have no formula, and are counted apart.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "catalog_case.h"
#include "draw/draft_case.h"
#include "draw/small.h"
#include "plain_formula.h"
#include "second_opinion.h"
#include "suite/candidate_member.h"

enum { SAMPLE = 300, MOST_ELEMENTS = 4 };
static struct gat_arena shapes, scratch;
static struct second_opinion second;
struct figures {
    uint64_t asked, formula, differ;
};

static enum gat_dtype type_of(uint32_t set)
{
    static const enum gat_dtype wanted[] = {GAT_I32, GAT_I64, GAT_F32};
    for (unsigned k = 0; k < 3; k++)
        if ((set & GAT_BIT(wanted[k])) != 0)
            return wanted[k];
    return GAT_DTYPE_COUNT;
}

/* Small numbers, all different: no sum or product of a few leaves its type. */
static void numbers_put(struct gat_array *t, int first)
{
    for (int64_t k = 0; t->ndim >= 0 && k < gat_array_count(t); k++)
        plain_put(t, k, first + (double)k);
}

/* Is it the indices alone that decide what is due? */
static bool has_formula(const struct ref_answer *a)
{
    return a->demand == REF_MUST_SUCCEED || a->rule == REF_out_of_range ||
           a->rule == REF_index_domain || a->rule == REF_duplicates;
}

static bool admits(const struct ref_case *c, struct ref_answer *a, struct gat_array *got,
                   int64_t k, double value)
{
    int64_t bad;
    double was = plain_number(got, k);
    plain_put(got, k, value);
    bool good = ref_admits(c, a, got->data, 0, &bad);
    plain_put(got, k, was);
    return good;
}

/* Why ref and the formula differ, or NULL. */
static const char *difference(const struct ref_case *c, struct ref_answer *a,
                              const struct plain_call *f, const struct plain_answer *due)
{
    struct gat_array got = a->output;
    size_t size = gat_array_size(&got);
    if (due->demand != a->demand)
        return "demand";
    if (!c->kernel->scatters &&
        (got.ndim != f->rank || memcmp(got.shape, f->shape, (size_t)f->rank * sizeof *f->shape)))
        return "shape";
    if (due->demand == REF_FREE || due->demand == REF_MUST_REPORT)
        return NULL;
    got.data = gat_arena_raw(&scratch, size + 1);
    memcpy(got.data, a->output.data, size);
    for (int64_t k = 0; k < due->count; k++) {
        bool open = a->unspecified != NULL && a->unspecified[k] != 0;
        if (open != due->open[k])
            return "open elements";
        for (int j = 0; !open && j < due->n[k]; j++)
            if (!admits(c, a, &got, k, due->value[k][j]))
                return "a value that the formula gives is not admitted";
        if (!open && admits(c, a, &got, k, 77777))
            return "another value is admitted";
    }
    return NULL;
}

static void array_tell(const char *name, const struct gat_array *t)
{
    int64_t count = t->ndim < 0 ? 0 : gat_array_count(t);
    printf("# %s", name);
    for (int32_t k = 0; k < t->ndim; k++)
        printf("%s%lld", k == 0 ? " " : "x", (long long)t->shape[k]);
    for (int64_t k = 0; k < count; k++)
        printf("%s%g", k == 0 ? ": " : " ", plain_number(t, k));
    printf("\n");
}

static void case_ask(const struct gat_draft *d, const struct gat_spec *s,
                     const struct gat_profile *p, struct figures *n)
{
    static struct plain_answer due;
    struct gat_candidate candidate;
    struct ref_answer a;
    struct plain_call f;
    gat_arena_reset(&scratch);
    gat_draft_candidate(d, s, p, &scratch, &candidate);
    if (gat_candidate_misfit(&candidate, s, &scratch) != NULL)
        return;
    const struct gat_member *m = gat_candidate_member(&candidate, s, p, &scratch);
    struct ref_case c = m->question;
    numbers_put(&c.data, 1);
    numbers_put(&c.updates, 20);
    ref_check(&c, &a);
    a.output.data = gat_arena_raw(&scratch, gat_array_size(&a.output) + 1);
    ref_run(&c, &a, gat_arena_alloc(&scratch, ref_scratch_size(&c, &a) + 1));
    n->asked++;
    if (!has_formula(&a) || !plain_answer(&c, a.axis, a.batch_dims, &f, &due))
        return;
    n->formula++;
    const char *why = difference(&c, &a, &f, &due);
    if (why == NULL)
        why = second_difference(&second, m, &c, &a,
                                gat_arena_alloc(&scratch, gat_array_size(&a.output) + 1));
    if (why == NULL || n->differ++ > 0)
        return;
    printf("# %s%s%s, a first case: %s; ref %d by %s, formula %d; axis %lld\n", s->name,
           p->name[0] != '\0' ? "@" : "", p->name, why, (int)a.demand,
           ref_rule_infos[a.rule].name, (int)due.demand, (long long)c.axis);
    array_tell("data", &c.data);
    array_tell("indices", &c.indices);
    array_tell("updates", &c.updates);
}

static void profile_ask(const struct gat_spec *s, const struct gat_profile *p, uint64_t most,
                        struct figures *n)
{
    struct gat_breed b;
    struct gat_small small;
    struct gat_draft d;
    enum gat_dtype data = type_of(p->data_types);
    if (data == GAT_DTYPE_COUNT)
        return;
    gat_breed_make(s, p, 0, &b);
    gat_small_open(&b, data, (p->index_types & GAT_BIT(GAT_I64)) != 0 ? GAT_I64 : GAT_I32,
                   MOST_ELEMENTS, &shapes, &small);
    uint64_t step = small.count / most + 1;
    for (uint64_t k = step / 2; k < small.count; k += step) {
        gat_small_at(&small, k, &d);
        case_ask(&d, s, p, n);
    }
    gat_arena_reset(&shapes);
}

int main(int argc, char **argv)
{
    static const char *const paths[] = {".", NULL};
    uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : SAMPLE;
    struct figures all = {0};
    struct gat_error e = {0};
    if (most == 0 || !gat_catalog_read(&home, paths, &e) ||
        (argc > 2 && !second_open(&second, argv[2])))
        return 1;
    for (unsigned k = 0; k < home.n_specs; k++) {
        struct figures n = {0};
        for (unsigned i = 0; i < home.specs[k]->n_profiles; i++)
            profile_ask(home.specs[k], &home.specs[k]->profiles[i], most, &n);
        ok(n.differ == 0 && (n.formula > 0) == (n.asked > 0),
           "%s: ref and the formula agree on %llu of %llu cases with one, of %llu in all",
           home.specs[k]->name, (unsigned long long)(n.formula - n.differ),
           (unsigned long long)n.formula, (unsigned long long)n.asked);
        all.asked += n.asked;
        all.formula += n.formula;
    }
    printf("# %llu cases, %llu of them decided by their indices alone\n",
           (unsigned long long)all.asked, (unsigned long long)all.formula);
    if (second.backend != NULL)
        printf("# %llu of these were asked of %s too\n", (unsigned long long)second.asked,
               second.backend->name);
    gat_arena_free(&shapes);
    gat_arena_free(&scratch);
    gat_catalog_free(&home);
    return done();
}
