/* diagnose_sum.c - what became of the updates that one element is made of.
 *
 * Each mistake that is known becomes a question of its own to the oracle: one element,
 * with an update less, with one twice, by another reduction.  The first whose answer
 * admits what came is told; so a lost update is told apart from rounding by the same
 * proof that judges.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/diagnose_sum.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "arith.h"
#include "dtype.h"
#include "real.h"
#include "spec/reduction.h"
#include "spec/spec.h"

enum { MOST_UPDATES = 256 }; /* of one element: each may be the one that is lost */

/* The element as a question: terms[0] is data, then its updates, and room for one. */
struct sum {
    const struct ref_case *c;
    const struct ref_answer *a;
    int64_t element, n; /* of updates */
    size_t esize;
    const int64_t *updates; /* which they are */
    const void *got;
    struct gat_arena arena;
    struct ref_rules rules;
};

int64_t gat_sum_updates(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    int64_t n = 0, count;
    if (c->updates.ndim < 0 || ref_reduction_of(c) == REF_NONE || a->output.sparse != NULL)
        return 0;
    count = gat_array_count(&c->updates);
    for (int64_t u = 0; u < count; u++)
        n += ref_target_of(c, a, u) == element;
    return n;
}

static int64_t *updates_list(const struct ref_case *c, const struct ref_answer *a,
                             int64_t element, int64_t n, struct gat_arena *arena)
{
    int64_t *list = GAT_NEW_N(arena, int64_t, (size_t)n + 1), at = 0;
    for (int64_t u = 0; at < n; u++)
        if (ref_target_of(c, a, u) == element)
            list[at++] = u;
    return list;
}

void gat_sum_due(const struct ref_case *c, const struct ref_answer *a, int64_t element,
                 struct gat_sentence *s)
{
    static const char *const words[] = {[REF_ADD] = "the sum", [REF_MUL] = "the product",
                                        [REF_MIN] = "the least", [REF_MAX] = "the greatest",
                                        [REF_MEAN] = "the mean", [REF_SUB] = "the difference"};
    struct gat_arena arena = {0};
    int64_t n = gat_sum_updates(c, a, element);
    const int64_t *list = updates_list(c, a, element, n, &arena);
    const char *want =
        (const char *)a->output.data + (size_t)element * gat_dtype_size(a->output.dtype);
    gat_sentence_add(s, "%s of ", words[ref_reduction_of(c)]);
    if (!c->without_data) {
        gat_sentence_place(s, "data", &c->data, element);
        gat_sentence_add(s, " and ");
    }
    gat_sentence_place(s, "updates", &c->updates, list[0]);
    if (n > 1)
        gat_sentence_add(s, " and %" PRId64 " more", n - 1);
    gat_sentence_add(s, " = ");
    gat_sentence_value(s, a->output.dtype, want);
    gat_arena_free(&arena);
}

/* ---- hypotheses ---- */

static const char *update_at(const struct sum *m, int64_t k)
{
    return (const char *)m->c->updates.data + (size_t)m->updates[k] * m->esize;
}

static const char *data_at(const struct sum *m)
{
    return (const char *)m->c->data.data + (size_t)m->element * m->esize;
}

/* Would what came be right for these updates, by the rules in m and this reduction?
 * `skip` is left out, `more` is added; -1 and NULL for none. */
static bool fits(struct sum *m, enum ref_reduction how, bool without_data, int64_t skip,
                 const void *more)
{
    struct ref_case c = {.kernel = ref_kernel_find("scatter_elements"),
                         .rules = &m->rules,
                         .type_allowed = true,
                         .reduction = (int64_t)how + 1,
                         .without_data = without_data};
    struct ref_answer a;
    int64_t n = m->n - (skip >= 0) + (more != NULL), bad, at = 0;
    gat_arena_reset(&m->arena);
    c.axis_tensor.ndim = -1;
    c.data = (struct gat_array){.dtype = m->c->data.dtype, .ndim = 1, .shape = {1}};
    c.data.data = (void *)(uintptr_t)data_at(m);
    c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 1, .shape = {n}};
    c.indices.data = gat_arena_alloc(&m->arena, (size_t)(n + 1) * sizeof(int64_t));
    c.updates = (struct gat_array){.dtype = m->c->data.dtype, .ndim = 1, .shape = {n}};
    char *to = c.updates.data = gat_arena_alloc(&m->arena, (size_t)(n + 1) * m->esize);
    for (int64_t k = 0; k < m->n; k++)
        if (k != skip)
            memcpy(to + (size_t)at++ * m->esize, update_at(m, k), m->esize);
    if (more != NULL)
        memcpy(to + (size_t)at * m->esize, more, m->esize);
    memset(&a, 0, sizeof a);
    ref_check(&c, &a);
    if (a.demand != REF_MUST_SUCCEED)
        return false;
    void *scratch = gat_arena_alloc(&m->arena, ref_scratch_size(&c, &a) + 1);
    a.output.data = gat_arena_alloc(&m->arena, m->esize);
    ref_run(&c, &a, scratch);
    return ref_admits(&c, &a, m->got, 0, &bad) && (a.unspecified == NULL || a.unspecified[0] == 0);
}

static void update_tell(const struct sum *m, int64_t k, const char *what, const char *mark,
                        struct gat_sentence *s)
{
    gat_sentence_add(s, "%s ", mark);
    gat_sentence_place(s, "updates", &m->c->updates, m->updates[k]);
    gat_sentence_add(s, " = ");
    gat_sentence_value(s, m->c->updates.dtype, update_at(m, k));
    gat_sentence_add(s, " %s", what);
}

static bool data_tell(struct sum *m, struct gat_sentence *s)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    const char *what = NULL;
    if (fits(m, how, !m->c->without_data, -1, NULL))
        what = m->c->without_data ? "has a part in it" : "has no part in it";
    else if (fits(m, how, m->c->without_data, -1, data_at(m)) && !m->c->without_data)
        what = "counts twice";
    else if (gat_dtype_same(m->c->data.dtype, m->got, data_at(m)))
        what = "is what stayed, no update came";
    if (what == NULL)
        return false;
    gat_sentence_add(s, ": ");
    gat_sentence_place(s, "data", &m->c->data, m->element);
    gat_sentence_add(s, " = ");
    gat_sentence_value(s, m->c->data.dtype, data_at(m));
    gat_sentence_add(s, " %s", what);
    return true;
}

static bool twice_tell(struct sum *m, const char *mark, struct gat_sentence *s)
{
    for (int64_t k = 0; k < m->n; k++)
        if (fits(m, ref_reduction_of(m->c), m->c->without_data, -1, update_at(m, k))) {
            update_tell(m, k, "counts twice", mark, s);
            return true;
        }
    return false;
}

static bool updates_tell(struct sum *m, struct gat_sentence *s)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    for (int64_t k = 0; k < m->n; k++)
        if (m->n > 1 && fits(m, how, m->c->without_data, k, NULL)) {
            update_tell(m, k, "is lost", ":", s);
            return true;
        }
    for (int64_t k = 0; k < m->n; k++)
        if (gat_dtype_same(m->c->data.dtype, m->got, update_at(m, k))) {
            update_tell(m, k, "took the place of all others", ":", s);
            return true;
        }
    return twice_tell(m, ":", s);
}

static bool manner_tell(struct sum *m, enum ref_rule *rule, struct gat_sentence *s)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    for (int64_t other = REF_ADD; other < REF_REDUCTIONS; other++)
        if (other != (int64_t)how &&
            fits(m, (enum ref_reduction)other, m->c->without_data, -1, NULL)) {
            gat_sentence_add(s, ": what reduction %s gives", gat_reduction_name(other));
            return true;
        }
    static const struct {
        enum ref_rule rule;
        const char *words;
    } rules[] = {{REF_overflow, "stopped at the end of the type"},
                 {REF_nan, "a NaN was skipped"},
                 {REF_mean_rounding, "rounded the other way"}};
    for (unsigned k = 0; k < sizeof rules / sizeof rules[0]; k++) {
        m->rules = *m->c->rules;
        m->rules.value[rules[k].rule] = !m->rules.value[rules[k].rule];
        bool fit = fits(m, how, m->c->without_data, -1, NULL);
        m->rules = *m->c->rules;
        if (!fit)
            continue;
        gat_sentence_add(s, ": %s", rules[k].words);
        *rule = rules[k].rule;
        return true;
    }
    return false;
}

/* Integers of min or max that were compared as if they had a sign, or as if they had none. */
static bool sign_tell(const struct sum *m, bool told, struct gat_sentence *s)
{
    enum gat_dtype t = m->c->data.dtype;
    enum gat_number number = gat_number_of(t);
    enum ref_reduction how = ref_reduction_of(m->c);
    if ((how != REF_MIN && how != REF_MAX) || (number != GAT_SIGNED && number != GAT_UNSIGNED))
        return false;
    unsigned unused = 64 - 8 * (unsigned)m->esize;
    uint64_t top = UINT64_C(1) << 63, turn = number == GAT_SIGNED ? 0 : top, best = 0;
    for (int64_t k = m->c->without_data ? 0 : -1; k < m->n; k++) {
        const char *at = k < 0 ? data_at(m) : update_at(m, k);
        uint64_t key = (gat_integer_get(t, at) << unused) ^ turn;
        bool first = k == (m->c->without_data ? 0 : -1);
        best = first || (how == REF_MAX ? key > best : key < best) ? key : best;
    }
    if (best != ((gat_integer_get(t, m->got) << unused) ^ turn))
        return false;
    gat_sentence_add(s, "%s %s numbers were compared as if they were %s", told ? ", or" : ":",
                     number == GAT_SIGNED ? "signed" : "unsigned",
                     number == GAT_SIGNED ? "unsigned" : "signed");
    return true;
}

/* The end of an integer type; where a number has it that was combined, that too may be why. */
static bool end_tell(const struct sum *m, bool told, struct gat_sentence *s)
{
    enum gat_dtype t = m->c->data.dtype;
    enum gat_number number = gat_number_of(t);
    enum ref_reduction how = ref_reduction_of(m->c);
    if ((how != REF_ADD && how != REF_SUB && how != REF_MUL) ||
        (number != GAT_SIGNED && number != GAT_UNSIGNED))
        return false;
    unsigned unused = 64 - 8 * (unsigned)m->esize;
    uint64_t got = gat_integer_get(t, m->got) << unused, top = UINT64_C(1) << 63;
    uint64_t most = (number == GAT_SIGNED ? top - 1 : UINT64_MAX) >> unused << unused;
    bool held = gat_dtype_same(t, m->got, data_at(m));
    for (int64_t k = 0; k < m->n && !held; k++)
        held = gat_dtype_same(t, m->got, update_at(m, k));
    if (held != told || (got != most && (number != GAT_SIGNED || got != top)))
        return false;
    gat_sentence_add(s, "%s stopped at the end of the type", told ? ", or" : ":");
    return true;
}

/* Is `got` what `want` becomes in an integer of half the bits, or of 32? */
static int narrowed(enum gat_dtype t, const void *got, const void *want)
{
    uint64_t x = gat_integer_get(t, got), y = gat_integer_get(t, want);
    for (int bits = 8; bits < 8 * (int)gat_dtype_size(t); bits *= 2) {
        uint64_t low = y << (64 - bits);
        if (x == low >> (64 - bits) || x == (uint64_t)((int64_t)low >> (64 - bits)))
            return bits;
    }
    return 0;
}

/* What happens to any number, whatever it is the sum of: its upper bits are lost, or it is
 * flushed. */
static bool number_tell(const struct sum *m, enum ref_rule *rule, struct gat_sentence *s)
{
    enum gat_dtype t = m->c->data.dtype;
    enum gat_number number = gat_number_of(t);
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    const char *want = (const char *)m->a->output.data + (size_t)m->element * m->esize;
    int bits = number == GAT_SIGNED || number == GAT_UNSIGNED ? narrowed(t, m->got, want) : 0;
    if (bits > 0 && m->n > 0)
        gat_sentence_add(s, ": the lowest %d bits of it, as if it were kept in %d bits", bits,
                         bits);
    if (f == NULL || parts != 1)
        return bits > 0;
    uint64_t due = gat_bits_get(f->size, want) & ~gat_real_sign(f);
    uint64_t got = gat_bits_get(f->size, m->got) & ~gat_real_sign(f);
    bool flushed = due != 0 && due < UINT64_C(1) << f->mantissa && got == 0;
    bool lost = due > gat_real_infinity(f) && got <= gat_real_infinity(f) &&
                (ref_reduction_of(m->c) == REF_MIN || ref_reduction_of(m->c) == REF_MAX);
    if (flushed)
        gat_sentence_add(s, ": a denormal number was flushed to zero");
    if (lost) {
        gat_sentence_add(s, ": a NaN was skipped");
        *rule = REF_nan;
    }
    return flushed || lost;
}

/* ": off by 0.5, and rounding explains 0.002" */
static void distance_tell(const struct sum *m, struct gat_sentence *s)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    const char *want = (const char *)m->a->output.data + (size_t)m->element * m->esize;
    if (f == NULL || parts != 1)
        return;
    double got = gat_real_get(f, m->got, 0), due = gat_real_get(f, want, 0), most = 0;
    const struct ref_range *r = m->a->ranges != NULL ? &m->a->ranges[m->element] : NULL;
    if (!isfinite(got) || !isfinite(due))
        return;
    if (r != NULL && r->low < r->high)
        most = (r->high - r->low) / 2;
    gat_sentence_add(s, ": off by %.3g, and %s", fabs(got - due),
                     most > 0 ? "rounding explains" : "nothing has to be rounded");
    if (most > 0)
        gat_sentence_add(s, " %.3g", most);
}

enum ref_rule gat_sum_tell(const struct ref_case *c, const struct ref_answer *a, int64_t element,
                           const void *got, struct gat_sentence *s)
{
    enum ref_rule rule = REF_value;
    struct gat_arena lists = {0};
    struct sum m = {.c = c, .a = a, .element = element, .got = got, .rules = *c->rules};
    m.n = gat_sum_updates(c, a, element);
    m.esize = gat_dtype_size(c->data.dtype);
    m.updates = updates_list(c, a, element, m.n, &lists);
    bool few = m.n <= MOST_UPDATES;
    bool told = number_tell(&m, &rule, s);
    if (!told && few && data_tell(&m, s)) {
        told = true;
        (void)twice_tell(&m, ", or", s); /* what else it may be is told too */
    }
    if (!told && few)
        told = updates_tell(&m, s) || manner_tell(&m, &rule, s);
    told |= sign_tell(&m, told, s);
    told |= end_tell(&m, told, s);
    if (!told)
        distance_tell(&m, s);
    gat_arena_free(&m.arena);
    gat_arena_free(&lists);
    return rule;
}
