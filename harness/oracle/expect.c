/* expect.c - what the oracle says about a case, and whether it can be trusted.
 *
 * A literal expectation of a case judges the oracle, not the backend: where the
 * two contradict each other the suite is wrong, and no backend is blamed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sentence.h"
#include "dtype.h"
#include "oracle/expect.h"
#include "oracle/expect_sparse.h"
#include "oracle/next_wrong.h"
#include "parts/fill_sparse.h"

static void answer_fill(const struct ref_case *c, struct ref_answer *a, struct gat_arena *arena)
{
    if (c->data.sparse != NULL && c->updates.ndim >= 0) {
        gat_answer_sparsely(c, a, arena);
        return;
    }
    size_t size = ref_scratch_size(c, a);
    void *scratch = size > 0 ? gat_arena_raw(arena, size) : NULL;
    a->output.data = gat_arena_alloc(arena, gat_array_size(&a->output));
    ref_run(c, a, scratch);
}

void gat_answer_by(const struct gat_member *m, const struct ref_rules *rules, struct gat_arena *a,
                   struct ref_case *c, struct ref_answer *out)
{
    *c = m->question;
    c->rules = rules;
    memset(out, 0, sizeof *out);
    ref_check(c, out);
    answer_fill(c, out, a);
}

static bool same_shape(const struct gat_array *t, int32_t ndim, const int64_t *shape)
{
    return t->ndim == ndim &&
           (ndim <= 0 || memcmp(t->shape, shape, (size_t)ndim * sizeof *shape) == 0);
}

static const char *demand_words(enum ref_demand demand)
{
    switch (demand) {
    case REF_MUST_SUCCEED:
        return "demands an answer";
    case REF_MUST_REPORT:
        return "demands ";
    case REF_MAY_EITHER:
        return "lets an implementation report an error";
    case REF_FREE:
        return "leaves everything open";
    }
    return "";
}

/* The case says "error"; does the variant? */
static void error_check(const struct gat_member *m, struct gat_expectation *x,
                        struct gat_sentence *why)
{
    const struct ref_answer *a = &x->answer;
    if (a->demand == REF_MUST_REPORT && a->error == m->expect_error)
        return;
    x->oracle_wrong = true;
    gat_sentence_add(why, "the case expects %s and by %s the variant %s%s",
                     gat_status_words(m->expect_error), ref_rule_infos[a->rule].name,
                     demand_words(a->demand),
                     a->demand == REF_MUST_REPORT ? gat_status_words(a->error) : "");
}

static void shape_check(struct gat_expectation *x, int32_t ndim, const int64_t *shape,
                        struct gat_sentence *why)
{
    char text[80];
    if (same_shape(&x->answer.output, ndim, shape))
        return;
    x->oracle_wrong = true;
    gat_shape_print(ndim, shape, text, sizeof text);
    gat_sentence_add(why, "the case expects shape %s, ", text);
    gat_sentence_shape(why, "the oracle makes", &x->answer.output);
}

/* The first element that the document leaves open, or the number of elements. */
static int64_t open_element(const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output), at = a->unspecified == NULL ? n : 0;
    while (at < n && a->unspecified[at] == 0)
        at++;
    return at;
}

/* A literal on an open element would never be checked. */
static void open_check(const struct gat_member *m, struct gat_expectation *x,
                       struct gat_sentence *why)
{
    const struct ref_answer *a = &x->answer;
    int64_t at = open_element(a);
    if (at == gat_array_count(&a->output))
        return;
    x->oracle_wrong = true;
    gat_sentence_place(why, "output", &a->output, at);
    gat_sentence_add(why, ": the case expects ");
    gat_sentence_value(why, a->output.dtype,
                       (const char *)m->expect.data + (size_t)at * gat_dtype_size(a->output.dtype));
    gat_sentence_add(why, ", and the document leaves this element open");
}

static void value_check(const struct gat_member *m, struct gat_expectation *x,
                        struct gat_sentence *why)
{
    const struct ref_answer *a = &x->answer;
    int64_t n = gat_array_count(&a->output);
    size_t size = gat_dtype_size(a->output.dtype);
    int64_t bad = gat_next_wrong(&m->question, a, m->expect.data, NULL, 0);
    if (bad == n)
        return;
    const char *expected = (const char *)m->expect.data + (size_t)bad * size;
    const char *made = (const char *)a->output.data + (size_t)bad * size;
    bool nans = gat_dtype_same_nan(a->output.dtype, expected, made);
    x->oracle_wrong = true;
    gat_sentence_place(why, "output", &a->output, bad);
    gat_sentence_add(why, ": the case expects ");
    (nans ? gat_sentence_bits : gat_sentence_value)(why, a->output.dtype, expected);
    gat_sentence_add(why, ", the oracle makes ");
    (nans ? gat_sentence_bits : gat_sentence_value)(why, a->output.dtype, made);
}

/* A test without `variants` skips variants that leave the case open, and a variant that is like
 * another and demands something else: that one has tests of its own. */
static bool is_for_others(const struct gat_member *m, const struct ref_answer *a)
{
    bool due =
        m->expect_error != GAT_OK ? a->demand == REF_MUST_REPORT : a->demand == REF_MUST_SUCCEED;
    if (m->test->n_variants != 0)
        return false;
    bool open = open_element(a) < gat_array_count(&a->output);
    return open || a->demand == REF_FREE || (m->point->spec->like != NULL && !due);
}

static void literal_check(const struct gat_member *m, struct gat_expectation *x)
{
    const struct gat_test *test = m->test;
    const struct ref_answer *a = &x->answer;
    struct gat_sentence why;
    if ((m->expect_error == GAT_OK && m->expect.data == NULL && !test->expect_shape) ||
        is_for_others(m, a))
        return;
    gat_sentence_start(&why, x->oracle_why, sizeof x->oracle_why);
    if (m->expect_error != GAT_OK) {
        error_check(m, x, &why);
    } else if (a->demand != REF_MUST_SUCCEED && a->demand != REF_MAY_EITHER) {
        x->oracle_wrong = true;
        gat_sentence_add(&why, "the case expects an answer and by %s the variant %s%s",
                         ref_rule_infos[a->rule].name, demand_words(a->demand),
                         a->demand == REF_FREE ? "" : gat_status_words(a->error));
    } else if (test->expect_shape) {
        shape_check(x, test->expect_output.ndim, test->expect_output.shape, &why);
    } else {
        shape_check(x, m->expect.ndim, m->expect.shape, &why);
        if (!x->oracle_wrong)
            value_check(m, x, &why);
        if (!x->oracle_wrong)
            open_check(m, x, &why);
    }
}

/* Writers are not recorded for sparse data, so each element may have one update. */
static void twice_check(struct gat_expectation *x)
{
    struct gat_sentence why;
    int64_t at;
    if (x->answer.output.sparse == NULL || x->oracle_wrong ||
        !gat_updates_meet(&x->member->question, &x->answer, &at))
        return;
    x->oracle_wrong = true;
    gat_sentence_start(&why, x->oracle_why, sizeof x->oracle_why);
    gat_sentence_place(&why, "output", &x->answer.output, at);
    gat_sentence_add(&why, " has two updates, and one is all that sparse data allow");
}

/* Is every element of `t` the one at `first`?  Ends at the first that differs,
 * which in ordinary data is the second. */
static bool all_equal(const struct gat_array *t, const void *first)
{
    size_t size = gat_dtype_size(t->dtype);
    int64_t n = gat_array_count(t);
    for (int64_t k = gat_array_filled(t, 0); k < n; k = gat_array_filled(t, k + 1))
        if (!gat_dtype_same(t->dtype, (const char *)t->data + (size_t)k * size, first))
            return false;
    return true;
}

/* Several elements come from several places, and all places hold the same: then no
 * wrong position can show. */
static bool data_is_weak(const struct ref_case *c, const struct ref_answer *a)
{
    if (a->demand != REF_MUST_SUCCEED || gat_array_count(&a->output) < 2)
        return false;
    int64_t updates = c->updates.ndim >= 0 ? gat_array_count(&c->updates) : 0;
    if (gat_array_count(&c->data) + updates < 2)
        return false;
    if (c->updates.ndim >= 0 &&
        (c->updates.dtype != c->data.dtype || !all_equal(&c->updates, c->data.data)))
        return false;
    size_t first = (size_t)gat_array_filled(&c->data, 0) * gat_dtype_size(c->data.dtype);
    return all_equal(&c->data, (const char *)c->data.data + first);
}

void gat_expect(const struct gat_member *m, struct gat_arena *a, struct gat_expectation *out)
{
    const struct ref_case *c = &m->question;
    memset(out, 0, sizeof *out);
    out->member = m;
    ref_check(c, &out->answer);
    answer_fill(c, &out->answer, a);
    literal_check(m, out);
    twice_check(out);
    out->weak = data_is_weak(c, &out->answer) ||
                (out->answer.demand == REF_MUST_SUCCEED && out->answer.hides_update);
}
