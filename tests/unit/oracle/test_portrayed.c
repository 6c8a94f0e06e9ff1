/* test_portrayed.c - what the oracle answers to thousands of drawn cases, and what is seen in
 * them, is what it was before: tests/fixtures/drawn/portrayed.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"
#include "oracle/facts.h"
#include "oracle/features.h"
#include "drawn_case.h"
#include "ledger.h"

enum { CASES = 24000 };

static struct drawn_case d;
static struct ledger seen;

/* ---- answers ---- */

/* Each element of the output, what else it may be, and which updates it may come from. */
static uint64_t values_hash(const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output);
    size_t size = gat_dtype_size(a->output.dtype);
    uint64_t h = ledger_hash(0, a->output.shape, (size_t)a->output.ndim * sizeof(int64_t));
    unsigned parts = a->output.dtype == GAT_C64 || a->output.dtype == GAT_C128 ? 2 : 1;
    for (int64_t e = 0; e < n; e++) {
        const void *bytes = (const char *)a->output.data + (size_t)e * size;
        struct gat_string s = {bytes, size};
        if (a->output.dtype == GAT_STR)
            memcpy(&s, bytes, sizeof s);
        if (a->unspecified == NULL || a->unspecified[e] == 0)
            h = ledger_hash(h, s.data, s.size);
        for (int64_t u = a->last_writer == NULL ? 0 : a->last_writer[e]; u > 0;
             u = a->earlier_writer[u - 1])
            h = ledger_hash(h, &u, sizeof u);
        for (unsigned p = 0; p < parts && a->ranges != NULL; p++) {
            const struct ref_range *r = &ref_ranges_of(a, e)[p];
            h = ledger_hash(h, &r->low, sizeof r->low);
            h = ledger_hash(h, &r->high, sizeof r->high);
            h = ledger_hash(h, &r->also, sizeof r->also);
        }
    }
    return a->unspecified == NULL ? h : ledger_hash(h, a->unspecified, (size_t)n);
}

static void answer_add(uint64_t of)
{
    static const char *const demands[] = {"success", "an error", "either", "nothing"};
    const struct ref_answer *a = &d.x.answer;
    char form[80], line[300];
    bool answers = a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER;
    snprintf(form, sizeof form, "ANSWER %s, %s due by %s", d.member.question.kernel->name,
             demands[a->demand], ref_rule_infos[a->rule].name);
    snprintf(line, sizeof line, "%d %x %lld %lld %lld %lld %lld %llx %d%d%d %llx", (int)a->error,
             a->errors, (long long)a->axis, (long long)a->batch_dims, (long long)a->depth,
             (long long)a->stride, (long long)a->bad_at, (long long)a->consulted,
             a->hides_update, d.x.weak, d.x.oracle_wrong,
             answers ? (long long)values_hash(a) : 0);
    ledger_count(&seen, of, form, line);
}

/* ---- what is seen ---- */

#define NUMBERS(X)                                                                       \
    X(axis_stated) X(axis_good) X(axis_given) X(axis) X(rank) X(depth) X(extent)         \
    X(before) X(after) X(batch) X(batch_stated) X(batch_uneven)                          \
    X(batches) X(count) X(n_output) X(run) X(indices) X(n_bad) X(first_bad) X(last_bad)  \
    X(late_negative) X(late_bad) X(mirrored) X(lowest) X(highest) X(descends)            \
    X(shorter_on) X(longer_on) X(shorter_before) X(shorter_behind) X(longer_off)         \
    X(before_one) X(behind_one) X(extents_differ) X(elementwise) X(places) X(tuples)     \
    X(windows) X(answers)

static void number_add(uint64_t of, const char *name, int64_t value)
{
    char line[40];
    if (value == 0)
        return;
    snprintf(line, sizeof line, "%lld", (long long)value);
    ledger_count(&seen, of, name, line);
}

static void facts_add(uint64_t of)
{
    struct gat_facts f;
    gat_facts_find(&d.x, &d.arena, &f);
#define X(name) number_add(of, "FACT " #name, (int64_t)f.name);
    NUMBERS(X)
#undef X
    const struct gat_value_facts *v = gat_facts_values(&f);
    number_add(of, "VALUES of output", v->output);
    number_add(of, "VALUES of data", v->data);
    number_add(of, "VALUES of updates", v->updates);
    if (!f.axis_good || f.q->data.sparse != NULL)
        return;
    const struct gat_target_facts *t = gat_facts_targets(&f);
    number_add(of, "TARGETS", t->n);
    number_add(of, "TARGETS that repeat", t->repeats + 2 * t->apart + 4 * t->two_names +
                                              8 * t->batches_differ);
}

static void features_add(uint64_t of)
{
    struct gat_portrait p;
    char form[80];
    gat_portrait_make(&d.x, NULL, &d.arena, &p);
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++) {
        snprintf(form, sizeof form, "FEATURE %s", gat_feature_infos[k].name);
        number_add(of, form, gat_features_have(&p.features, k));
    }
    number_add(of, "REACH", p.reach);
    number_add(of, "EXTENT", p.extent);
    gat_features_possible(d.spec, &d.profile, &p.features);
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++) {
        snprintf(form, sizeof form, "POSSIBLE %s", gat_feature_infos[k].name);
        number_add(of, form, gat_features_have(&p.features, k));
    }
}

/* A literal expectation that is right, or not. */
static void literal_add(uint64_t of)
{
    struct gat_test test = *d.member.test;
    const struct gat_array *made = &d.x.answer.output;
    size_t size = gat_dtype_size(made->dtype);
    int64_t n = gat_array_count(made), what = drawn_below(&d, 6);
    const struct gat_array *other = drawn_below(&d, 2) == 0 ? &d.member.question.data : made;
    d.member.expect = *made;
    d.member.expect.data = gat_arena_alloc(&d.arena, gat_array_size(made) + size);
    memcpy(d.member.expect.data, made->data, gat_array_size(made));
    test.n_variants = drawn_below(&d, 2) == 0;
    test.expect_output.ndim = other->ndim;
    memcpy(test.expect_output.shape, other->shape, sizeof other->shape);
    if (what == 0)
        d.member.expect_error = (gat_status)(1 + drawn_below(&d, 4));
    else if (what == 1)
        test.expect_shape = true;
    else if (what == 2 && n > 0)
        memset((char *)d.member.expect.data + (size_t)drawn_below(&d, n) * size, 0, size);
    else if (what == 3 && made->ndim > 0)
        d.member.expect.shape[drawn_below(&d, made->ndim)]++;
    else if (what == 4)
        d.member.expect.data = NULL;
    d.member.test = &test;
    gat_expect(&d.member, &d.arena, &d.x);
    char line[LEDGER_TEXT];
    snprintf(line, sizeof line, "LITERAL %d, %s", d.x.oracle_wrong,
             d.x.oracle_wrong ? d.x.oracle_why : "");
    ledger_say(&seen, of, line);
}

int main(int argc, char **argv)
{
    unsigned made = 0;
    if (!home_read())
        return done();
    for (uint64_t k = 0; made < CASES; k++) {
        if (!drawn_make(&d, k))
            continue;
        made++;
        answer_add(k);
        facts_add(k);
        features_add(k);
        literal_add(k);
    }
    ledger_check(&seen, "tests/fixtures/drawn/portrayed.txt",
                 argc > 1 && strcmp(argv[1], "write") == 0);
    gat_arena_free(&d.arena);
    return home_done();
}
