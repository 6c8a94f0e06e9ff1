/* as_if.c - is a wrong answer, as a whole, what other indices give?
 *
 * An element of small data fits several mistakes by chance; a whole answer seldom does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/as_if.h"

#include <string.h>

#include "arena.h"
#include "arith.h"
#include "dtype.h"
#include "oracle/expect.h"

enum { MOST_ASKED = 1 << 16, /* elements of an operand and of the answer */
       LEAST_TRUTHS = 4 /* wrong truth values, each of which is right by chance in one of two */ };

/* Indices as they are, made into others. */
typedef void seen(const struct gat_expectation *x, int64_t *indices, int64_t n);

static void with_sign(const struct gat_expectation *x, int64_t *indices, int64_t n)
{
    const struct gat_array *was = &x->member->question.indices;
    size_t size = gat_dtype_size(was->dtype);
    for (int64_t at = 0; at < n; at++) {
        uint64_t bits = gat_integer_get(was->dtype, (const char *)was->data + (size_t)at * size);
        uint64_t sign = UINT64_C(1) << (8 * size - 1);
        indices[at] = (int64_t)(((bits & (sign | (sign - 1))) ^ sign) - sign);
    }
}

static void in_32_bits(const struct gat_expectation *x, int64_t *indices, int64_t n)
{
    with_sign(x, indices, n);
    for (int64_t at = 0; at < n; at++)
        indices[at] = (int32_t)(uint32_t)indices[at];
}

static void leave_out(const struct gat_expectation *x, int64_t u, int64_t *indices)
{
    int64_t first = ref_first_index(&x->member->question, &x->answer, u);
    for (int64_t j = 0; first >= 0 && j < x->answer.depth; j++)
        indices[first + j * x->answer.stride] = INT64_MAX;
}

static int64_t updates_of(const struct gat_expectation *x)
{
    const struct ref_case *c = &x->member->question;
    return c->kernel->scatters ? ref_update_count(c, &x->answer) : 0;
}

static bool goes_nowhere(const struct gat_expectation *x, int64_t u)
{
    return ref_target_of(&x->member->question, &x->answer, u) < 0;
}

static void left_out_whole(const struct gat_expectation *x, int64_t *indices, int64_t n)
{
    (void)n;
    if (!ref_names_windows(x->member->question.kernel->naming))
        return;
    for (int64_t u = 0; u < updates_of(x); u++)
        if (goes_nowhere(x, u))
            leave_out(x, u, indices);
}

static void stopped(const struct gat_expectation *x, int64_t *indices, int64_t n)
{
    int64_t u = 0;
    (void)n;
    while (u < updates_of(x) && !goes_nowhere(x, u))
        u++;
    for (; u < updates_of(x); u++)
        leave_out(x, u, indices);
}

static void round_and_round(const struct gat_expectation *x, int64_t *indices, int64_t n)
{
    const struct gat_array *was = &x->member->question.indices;
    for (int64_t at = 0; at < n; at++)
        indices[at] = gat_array_index(was, at % gat_array_count(was));
}

static const struct other {
    const char *words;
    seen *see;
    bool spread; /* of indices that are repeated: one for each element of the output */
} others[] = {
    {"indices were read as numbers with a sign", with_sign, false},
    {"indices were read as numbers of 32 bits", in_32_bits, false},
    {"each window that leaves data in part were left out whole", left_out_whole, false},
    {"no update came after the first whose index is out of range", stopped, false},
    {"indices that are repeated came round and round in C order", round_and_round, true},
};

/* Are indices repeated, so that each stands for several elements of the output? */
static bool indices_repeat(const struct gat_expectation *x)
{
    const struct ref_case *c = &x->member->question;
    return c->kernel->naming == REF_NAMES_ELEMENTS && !c->kernel->scatters &&
           gat_array_count(&x->answer.output) > gat_array_count(&c->indices);
}

/* The question with indices as they are seen; false: these are the same. */
static bool asked_make(const struct gat_expectation *x, const struct other *other,
                       struct gat_arena *arena, struct gat_member *m)
{
    const struct gat_array *was = &x->member->question.indices;
    int64_t n = gat_array_count(other->spread ? &x->answer.output : was);
    int64_t *now = GAT_NEW_N(arena, int64_t, (size_t)n + 1);
    int64_t *before = GAT_NEW_N(arena, int64_t, (size_t)n + 1);
    if (other->spread && !indices_repeat(x))
        return false;
    for (int64_t at = 0; at < n; at++)
        now[at] = before[at] = gat_array_index(
            was, other->spread ? ref_first_index(&x->member->question, &x->answer, at) : at);
    other->see(x, now, n);
    bool differs = memcmp(now, before, (size_t)n * sizeof *now) != 0;
    *m = *x->member;
    if (other->spread)
        memcpy(m->question.indices.shape, x->answer.output.shape, sizeof was->shape);
    m->question.indices.dtype = GAT_I64;
    m->question.indices.data = now;
    return differs;
}

static bool fits(const struct gat_expectation *x, const void *output,
                 const struct gat_written *written, const struct other *other)
{
    struct gat_arena arena = {0};
    struct gat_member m;
    struct ref_case c;
    struct ref_answer a;
    bool same = false;
    if (asked_make(x, other, &arena, &m)) {
        gat_answer_by(&m, x->member->question.rules, &arena, &c, &a);
        same = a.demand == REF_MUST_SUCCEED &&
               gat_next_wrong(&c, &a, output, written, 0) == gat_array_count(&a.output);
    }
    gat_arena_free(&arena);
    return same;
}

static bool is_small(const struct gat_array *t)
{
    return t->sparse == NULL && (t->ndim < 0 || gat_array_count(t) <= MOST_ASKED);
}

/* Are there so many wrong elements that other indices seldom explain all of them by chance? */
static bool is_telling(const struct gat_expectation *x, const void *output,
                       const struct gat_written *written)
{
    const struct ref_answer *a = &x->answer;
    int64_t n = gat_array_count(&a->output), at = -1, wrong = 0;
    if (a->output.dtype != GAT_BOOL)
        return true;
    while (wrong < LEAST_TRUTHS &&
           (at = gat_next_wrong(&x->member->question, a, output, written, at + 1)) < n)
        wrong++;
    return wrong == LEAST_TRUTHS;
}

void gat_as_if_tell(const struct gat_expectation *x, const void *output,
                    const struct gat_written *written, struct gat_sentence *t)
{
    const struct ref_case *c = &x->member->question;
    if (!is_small(&c->data) || !is_small(&c->indices) || !is_small(&c->updates) ||
        !is_small(&x->answer.output) || !is_telling(x, output, written))
        return;
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (fits(x, output, written, &others[k])) {
            gat_sentence_add(t, "; the whole answer is as if %s", others[k].words);
            return;
        }
}
