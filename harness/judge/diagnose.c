/* diagnose.c - where a wrong element of the output came from.
 *
 * The value is looked for in the operands; how the place where it was found relates
 * to the right one names the mistake.  In small data that is often chance, so a
 * relation counts only if it fits several wrong elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/sentence.h"
#include "dtype.h"
#include "judge/damage.h"
#include "judge/diagnose.h"
#include "judge/diagnose_status.h"
#include "judge/diagnose_sum.h"
#include "judge/relation.h"
#include "judge/ruling.h"
#include "oracle/next_wrong.h"
#include "spec/reduction.h"
#include "worker/placement.h"

/* Wrong elements that are looked at; finds of one value that are related; elements
 * of an operand that are searched. */
enum { MOST_SAMPLES = 8, MOST_FINDS = 4096, MOST_SEARCHED = 1 << 24 };
enum { MOST_TRACED = 1 << 23 }; /* elements searched for one picture */
enum { MOST_ELSEWHERE = 64 }; /* wrong elements that may hold an update that is missed */

/* Beside those of relation.h: two relations that only scatters have, and one of gathers alone. */
enum { STALE = GAT_RELATIONS_MOST, OTHER_WRITER, BESIDE, RELATION_COUNT };

struct finds {
    int64_t n, first;               /* places in one operand that hold the value */
    uint64_t relations;             /* set: some find has this relation ... */
    int64_t related[RELATION_COUNT]; /* ... namely this one */
};

/* One wrong element. */
struct subject {
    const struct ref_case *c;
    const struct ref_answer *a;
    int64_t element;
    const struct gat_written *written; /* where the output may be looked at */
    const void *got, *want;
    struct ref_source source;
    int64_t index_at; /* the index that chose it, or -1 */
};

static struct subject subject_make(const struct gat_expectation *x,
                                   const void *output, const struct gat_written *written,
                                   int64_t element)
{
    struct subject s = {
        .c = &x->member->question, .a = &x->answer, .element = element, .written = written};
    size_t at = (size_t)element * gat_dtype_size(s.a->output.dtype);
    s.got = (const char *)output + at;
    s.want = (const char *)s.a->output.data + at;
    s.source = ref_source_of(s.c, s.a, element);
    s.index_at = gat_chooser(s.c, s.a, element, s.source);
    return s;
}

/* The output of a scatter has the shape of data, and so its own places. */
static bool is_scatter(const struct ref_case *c)
{
    return c->updates.ndim >= 0;
}

static void relate(struct finds *f, uint64_t relations, int64_t at)
{
    for (unsigned k = 0; k < RELATION_COUNT; k++)
        if ((relations >> k & 1) != 0 && (f->relations >> k & 1) == 0)
            f->related[k] = at;
    f->relations |= relations;
}

/* The element of the output before (-1) or after (1) that of the subject; round at the ends. */
static int64_t beside(const struct subject *s, int64_t step)
{
    int64_t n = gat_array_count(&s->a->output);
    return (s->element + step + n) % n;
}

/* Does a gather owe element `at` of data to the element of its output on that side? */
static bool is_due_beside(const struct subject *s, int64_t step, int64_t at)
{
    struct ref_source x = ref_source_of(s->c, s->a, beside(s, step));
    return x.operand == REF_FROM_DATA && x.element == at;
}

/* How element `at` of data relates to where the subject should come from. */
static uint64_t data_relations(const struct subject *s, int64_t at)
{
    struct gat_place p = {.c = s->c, .axis = (int32_t)s->a->axis, .depth = s->a->depth, .found = at,
                          .batch_dims = (int32_t)s->a->batch_dims, .index_at = -1};
    if (is_scatter(s->c) && s->source.operand == REF_FROM_UPDATES)
        return at == s->element ? UINT64_C(1) << STALE : 0;
    if (s->source.operand != REF_FROM_DATA)
        return 0;
    p.right = s->source.element;
    if (!is_scatter(s->c)) {
        p.index_at = s->index_at;
        p.home = &s->a->output;
        p.home_at = s->element;
    }
    bool near = !is_scatter(s->c) && at != s->source.element &&
                (is_due_beside(s, -1, at) || is_due_beside(s, 1, at));
    return gat_relations(&p) | (near ? UINT64_C(1) << BESIDE : 0);
}

/* How the place where update `u` belongs relates to where it was seen. */
static uint64_t update_relations(const struct subject *s, int64_t u)
{
    int64_t target = ref_target_of(s->c, s->a, u);
    struct gat_place p = {.c = s->c,
                          .axis = (int32_t)s->a->axis,
                          .depth = s->a->depth,
                          .batch_dims = (int32_t)s->a->batch_dims,
                          .right = target,
                          .found = s->element,
                          .index_at = gat_chooser(s->c, s->a, target,
                                                  (struct ref_source){REF_FROM_UPDATES, u}),
                          .home = &s->c->updates,
                          .home_at = u};
    if (target < 0)
        return 0;
    return target == s->element ? UINT64_C(1) << OTHER_WRITER : gat_relations(&p);
}

static void search(const struct subject *s, enum ref_operand operand,
                   struct finds *f)
{
    const struct gat_array *t =
        operand == REF_FROM_DATA ? &s->c->data : &s->c->updates;
    memset(f, 0, sizeof *f);
    if (t->ndim < 0 || t->dtype != s->a->output.dtype)
        return;
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    if (count > MOST_SEARCHED && t->sparse == NULL)
        return;
    for (int64_t at = gat_array_filled(t, 0); at < count && f->n < MOST_FINDS;
         at = gat_array_filled(t, at + 1)) {
        if (!gat_dtype_same(t->dtype, (const char *)t->data + (size_t)at * size,
                            s->got))
            continue;
        if (f->n++ == 0)
            f->first = at;
        relate(f,
               operand == REF_FROM_DATA ? data_relations(s, at)
                                        : update_relations(s, at),
               at);
    }
    if (f->n > 1) /* what is due beside it is one of several places that hold the value */
        f->relations &= ~(UINT64_C(1) << BESIDE);
}

/* Relations that every wrong element shares whose value `operand` holds at all. */
static uint64_t relations_shared(const struct gat_expectation *x,
                                 const void *output, const struct subject *first,
                                 enum ref_operand operand, struct finds *f)
{
    search(first, operand, f);
    uint64_t shared = f->relations;
    int64_t n = gat_array_count(&x->answer.output), e = first->element;
    for (unsigned k = 1; k < MOST_SAMPLES && shared != 0; k++) {
        struct finds more;
        e = gat_next_wrong(&x->member->question, &x->answer, output, first->written, e + 1);
        if (e == n)
            break;
        struct subject s = subject_make(x, output, first->written, e);
        search(&s, operand, &more);
        if (more.n > 0)
            shared &= more.relations;
    }
    return shared;
}

static unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* ", which is updates[0,4] and belongs at output[1,2]" */
static void find_add(const struct subject *s, enum ref_operand operand, int64_t at,
                     struct gat_sentence *t)
{
    gat_sentence_add(t, ", which is ");
    if (operand == REF_FROM_DATA) {
        gat_sentence_place(t, "data", &s->c->data, at);
        return;
    }
    gat_sentence_place(t, "updates", &s->c->updates, at);
    int64_t target = ref_target_of(s->c, s->a, at);
    if (target == s->element)
        return;
    gat_sentence_add(t, target < 0 ? " and has no place: its index is out of range"
                                   : " and belongs at ");
    if (target >= 0)
        gat_sentence_place(t, "output", &s->a->output, target);
}

static void relation_add(const struct subject *s, unsigned relation, int64_t found,
                         struct gat_sentence *t)
{
    if (relation == BESIDE) {
        gat_sentence_add(t, " and belongs at ");
        gat_sentence_place(t, "output", &s->a->output,
                           beside(s, is_due_beside(s, -1, found) ? -1 : 1));
    } else if (relation == STALE)
        gat_sentence_add(t, ": what data held before, the update is lost");
    else if (relation == OTHER_WRITER)
        gat_sentence_add(
            t, ": another update of the same element was due, the %s",
            s->c->rules->value[REF_duplicates] == REF_DUP_FIRST ? "first" : "last");
    else
        gat_sentence_add(t, ": %s", gat_relation_words(relation));
}

/* Is the update that is missed at another wrong element?  Then it is not lost. */
static bool moved_tell(const struct gat_expectation *x, const void *output,
                       const struct subject *s, struct gat_sentence *t)
{
    const struct gat_array *out = &s->a->output;
    size_t size = gat_dtype_size(out->dtype);
    int64_t n = gat_array_count(out), e = s->element;
    for (unsigned k = 0; k < MOST_ELSEWHERE; k++) {
        struct finds f;
        e = gat_next_wrong(s->c, s->a, output, s->written, e + 1);
        if (e == n)
            return false;
        if (!gat_dtype_same(out->dtype, (const char *)output + (size_t)e * size, s->want))
            continue;
        struct subject there = subject_make(x, output, s->written, e);
        search(&there, REF_FROM_UPDATES, &f);
        uint64_t related = f.relations & ~(UINT64_C(1) << OTHER_WRITER);
        if (related == 0 || f.related[lowest(related)] != s->source.element)
            continue;
        gat_sentence_add(t, ": the update went to ");
        gat_sentence_place(t, "output", out, e);
        gat_sentence_add(t, ", %s", gat_relation_words(lowest(related)));
        return true;
    }
    return false;
}

/* Look for the value in both operands; say what is certain enough. */
static bool displaced_tell(const struct gat_expectation *x, const void *output,
                           const struct subject *s, bool unrelated,
                           enum ref_rule *rule, struct gat_sentence *t)
{
    static const enum ref_operand operands[] = {REF_FROM_DATA, REF_FROM_UPDATES};
    for (unsigned k = 0; k < 2; k++) {
        struct finds f;
        uint64_t shared = relations_shared(x, output, s, operands[k], &f);
        if (!unrelated && shared != 0) {
            find_add(s, operands[k], f.related[lowest(shared)], t);
            if (lowest(shared) != STALE || !moved_tell(x, output, s, t))
                relation_add(s, lowest(shared), f.related[lowest(shared)], t);
            if (lowest(shared) == OTHER_WRITER)
                *rule = REF_duplicates;
            return true;
        }
        if (unrelated && f.n == 1) {
            find_add(s, operands[k], f.first, t);
            return true;
        }
    }
    return false;
}

static bool is_zero(enum gat_dtype t, const void *element)
{
    static const unsigned char none[16];
    return t != GAT_STR && memcmp(element, none, gat_dtype_size(t)) == 0;
}

/* What `got` is, seen from what it should be. */
static void value_tell(const struct gat_expectation *x, const void *output,
                       unsigned char poison, const struct subject *s,
                       enum ref_rule *rule, struct gat_sentence *t)
{
    enum gat_dtype type = s->a->output.dtype;
    enum ref_rule plain = REF_value;
    if (gat_is_poison(type, s->got, poison)) {
        gat_sentence_add(t, ": not written");
    } else if (gat_sum_updates(s->c, s->a, s->element) > 0) {
        *rule = gat_sum_tell(s->c, s->a, s->element, s->got, t);
    } else if (gat_damage_tell(type, s->got, s->want, t)) {
        *rule = plain;
    } else if (type == GAT_BOOL) { /* one of two values may come from anywhere */
        gat_sentence_add(t, ", which does not tell where it came from");
    } else if (displaced_tell(x, output, s, false, rule, t)) {
        return;
    } else if (gat_cut_tell(type, s->got, s->want, poison, t)) {
        *rule = plain;
    } else if (displaced_tell(x, output, s, true, rule, t) ||
               is_zero(type, s->got)) {
        return;
    } else {
        struct finds f, g;
        search(s, REF_FROM_DATA, &f);
        search(s, REF_FROM_UPDATES, &g);
        gat_sentence_add(t, f.n + g.n > 0
                                ? ", which the operands hold in several places"
                                : ", which no operand holds");
    }
}

static int64_t writers(const struct subject *s)
{
    const struct ref_answer *a = s->a;
    int64_t n = 0;
    if (a->last_writer == NULL || a->earlier_writer == NULL)
        return 0;
    for (int64_t u = a->last_writer[s->element]; u > 0;
         u = a->earlier_writer[u - 1])
        n++;
    return n;
}

static enum ref_rule index_rule(const struct subject *s, int64_t at)
{
    int64_t extent = ref_extent(s->a, at), index = gat_array_index(&s->c->indices, at);
    if (index >= 0)
        return index < extent ? REF_value : REF_out_of_range;
    return index >= -extent && s->c->rules->value[REF_index_domain] == REF_WRAPS
               ? REF_index_domain
               : REF_out_of_range;
}

/* The rule that mattered most for this element. */
static enum ref_rule subject_rule(const struct subject *s)
{
    enum ref_rule rule = REF_value;
    if (writers(s) > 1)
        return REF_duplicates;
    for (int64_t j = 0; s->index_at >= 0 && j < s->a->depth && rule == REF_value; j++)
        rule = index_rule(s, s->index_at + j);
    return rule;
}

/* "indices[0] = -2", or of a tuple "indices[0] = [-2,1]" */
static void index_add(const struct subject *s, struct gat_sentence *t)
{
    struct gat_array tuples = s->c->indices;
    bool plain = s->c->kernel->naming != REF_NAMES_TUPLES;
    if (!plain)
        tuples.ndim--;
    gat_sentence_place(t, "indices", &tuples, plain ? s->index_at : s->index_at / s->a->depth);
    gat_sentence_add(t, plain ? " = " : " = [");
    size_t size = gat_dtype_size(tuples.dtype);
    for (int64_t j = 0; j < s->a->depth; j++) {
        gat_sentence_add(t, "%s", j > 0 ? "," : "");
        gat_sentence_value(t, tuples.dtype,
                           (const char *)tuples.data + (size_t)(s->index_at + j) * size);
    }
    if (!plain)
        gat_sentence_add(t, "]");
}

/* "output[3,1] must be data[1,3] = 7.0 by indices[0] = -2" */
static void due_add(const struct subject *s, struct gat_sentence *t)
{
    const struct gat_array *out = &s->a->output;
    int64_t n = writers(s);
    gat_sentence_place(t, "output", out, s->element);
    gat_sentence_add(t, " must be ");
    if (gat_sum_updates(s->c, s->a, s->element) > 0) {
        gat_sum_due(s->c, s->a, s->element, t);
        return;
    }
    if (n > 1)
        gat_sentence_add(t, "one of %" PRId64 " updates, such as ", n);
    if (s->source.operand != REF_FROM_NOWHERE) {
        bool data = s->source.operand == REF_FROM_DATA;
        gat_sentence_place(t, data ? "data" : "updates",
                           data ? &s->c->data : &s->c->updates, s->source.element);
        gat_sentence_add(t, " = ");
    }
    gat_sentence_value(t, out->dtype, s->want);
    if (s->index_at >= 0) {
        gat_sentence_add(t, " by ");
        index_add(s, t);
    }
}

/* "; 3 of 12 elements are wrong" */
static void extent_add(const struct gat_ruling *r, int64_t n, const char *what,
                       struct gat_sentence *t)
{
    if (n > 1 && r->n_wrong == n)
        gat_sentence_add(t, "; all %" PRId64 " elements are %s", n, what);
    else if (r->n_wrong > 1 && r->element + r->n_wrong == n)
        gat_sentence_add(
            t, "; every element from there on is %s, %" PRId64 " of %" PRId64, what,
            r->n_wrong, n);
    else if (n > 1)
        gat_sentence_add(t, "; %" PRId64 " of %" PRId64 " elements %s %s",
                         r->n_wrong, n, r->n_wrong == 1 ? "is" : "are", what);
}

/* The clause about this reduction: of those behind the formula the one that is reached by
 * cases that have it. */
static const char *reduction_clause(const struct gat_expectation *x)
{
    const struct gat_spec *s = x->member->point->spec;
    char feature[32];
    snprintf(feature, sizeof feature, "reduced_%s",
             gat_reduction_name(ref_reduction_of(&x->member->question)));
    for (unsigned k = 0; k < s->n_rule_clauses[REF_value]; k++) {
        const struct gat_clause *c = &s->clauses[s->rule_clauses[REF_value][k]];
        for (unsigned i = 0; i < c->n_reached_by; i++)
            if (strcmp(c->reached_by[i], feature) == 0)
                return c->id;
    }
    return gat_clause_id(x, REF_value);
}

void gat_diagnose_value(const struct gat_expectation *x, const struct gat_reply *r,
                        const struct gat_ruling *ruling, struct gat_judgement *out)
{
    const void *output = r->output[ruling->call];
    struct subject s = subject_make(x, output, &r->written[ruling->call], ruling->element);
    struct gat_sentence t;
    enum ref_rule rule = subject_rule(&s);
    const char *what = "wrong";
    gat_sentence_start(&t, out->diagnosis, sizeof out->diagnosis);
    due_add(&s, &t);
    if (ruling->verdict == GAT_V_UNWRITTEN) {
        what = "unwritten";
        gat_sentence_add(&t,
                         " and was never written: still poison after both calls");
    } else {
        gat_sentence_add(&t, " and is ");
        if (gat_is_poison(s.a->output.dtype, s.got, r->poison[ruling->call]))
            gat_sentence_add(&t, "poison");
        else
            gat_sentence_value(&t, s.a->output.dtype, s.got);
        if (ruling->verdict == GAT_V_UNSTABLE)
            gat_sentence_add(&t, " in %s (right in the other)",
                             gat_placed_words(r->placed, ruling->call));
        value_tell(x, output, r->poison[ruling->call], &s, &rule, &t);
    }
    extent_add(ruling, gat_array_count(&x->answer.output), what, &t);
    out->element = ruling->element;
    out->n_wrong = ruling->n_wrong;
    out->clause = gat_clause_id(x, rule);
    bool explained = rule == REF_nan || rule == REF_overflow || rule == REF_mean_rounding;
    if (gat_sum_updates(s.c, s.a, s.element) > 0 && (!explained || out->clause[0] == '\0'))
        out->clause = reduction_clause(x);
    if (out->clause[0] == '\0')
        out->clause = gat_clause_id(x, REF_value);
}

static const enum ref_operand searched[] = {REF_FROM_DATA, REF_FROM_UPDATES};

static void operand_place(const struct subject *s, enum ref_operand operand, int64_t at,
                          char *out, size_t size)
{
    struct gat_sentence t;
    bool data = operand == REF_FROM_DATA;
    gat_sentence_start(&t, out, size);
    gat_sentence_place(&t, data ? "data" : "updates", data ? &s->c->data : &s->c->updates, at);
}

void gat_tracer_start(struct gat_tracer *t, const struct gat_expectation *x,
                      const struct gat_reply *r, unsigned call, int64_t first_wrong)
{
    *t = (struct gat_tracer){
        .x = x, .output = r->output[call], .written = &r->written[call],
        .poison = r->poison[call], .budget = MOST_TRACED};
    if (first_wrong >= gat_array_count(&x->answer.output))
        return;
    struct subject s = subject_make(x, t->output, t->written, first_wrong);
    for (unsigned k = 0; k < 2; k++) {
        struct finds f;
        t->shared[k] = relations_shared(x, t->output, &s, searched[k], &f);
    }
}

/* Where the value lies that is not where it belongs: by the mistake that explains
 * the others too, else only if it lies in one place. */
static void holds_trace(struct gat_tracer *t, const struct subject *s,
                        struct gat_traced *out)
{
    const struct gat_array *operands[] = {&s->c->data, &s->c->updates};
    for (unsigned k = 0; k < 2 && out->holds[0] == '\0'; k++) {
        struct finds f;
        if (operands[k]->ndim < 0 || (t->budget -= gat_array_count(operands[k])) < 0)
            break;
        search(s, searched[k], &f);
        uint64_t related = f.relations & t->shared[k];
        if (related == 0 && f.n != 1)
            continue;
        operand_place(s, searched[k], related != 0 ? f.related[lowest(related)] : f.first,
                      out->holds, sizeof out->holds);
        out->kind = (f.relations >> STALE & 1) != 0 ? "stale" : "displaced";
    }
}

void gat_trace_element(struct gat_tracer *t, int64_t element, struct gat_traced *out)
{
    struct subject s = subject_make(t->x, t->output, t->written, element);
    enum gat_dtype type = s.a->output.dtype;
    char words[80];
    struct gat_sentence ignored;
    memset(out, 0, sizeof *out);
    gat_sentence_start(&ignored, words, sizeof words);
    if (s.source.operand != REF_FROM_NOWHERE)
        operand_place(&s, s.source.operand, s.source.element, out->due, sizeof out->due);
    out->kind = "wrong";
    if (gat_is_poison(type, s.got, t->poison))
        out->kind = "unwritten";
    else if (gat_damage_tell(type, s.got, s.want, &ignored))
        out->kind = "damaged";
    else
        holds_trace(t, &s, out);
    if (out->holds[0] == '\0' && strcmp(out->kind, "wrong") == 0 &&
        gat_cut_tell(type, s.got, s.want, t->poison, &ignored))
        out->kind = "damaged";
}
