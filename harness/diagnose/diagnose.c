/* diagnose.c - where a wrong element of the output came from.
 *
 * The value is looked for in the operands (subject.h), and what was found is told.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/sentence.h"
#include "diagnose/as_if.h"
#include "diagnose/damage.h"
#include "diagnose/damage_shared.h"
#include "diagnose/diagnose.h"
#include "diagnose/diagnose_status.h"
#include "diagnose/displaced.h"
#include "diagnose/diagnose_sum.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"
#include "diagnose/sum.h"
#include "dtype.h"
#include "exchange/placement.h"
#include "oracle/next_wrong.h"
#include "spec/reduction.h"

/* Elements searched for one picture; of operands in which several wrong elements are looked up. */
enum { MOST_TRACED = 1 << 23, MOST_CHOSEN = 1 << 16 };

static unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static bool reduces(const struct gat_subject *s)
{
    return s->c->updates.ndim >= 0 && ref_reduction_of(s->c) != REF_NONE &&
           s->a->output.sparse == NULL;
}

static int64_t writers(const struct gat_subject *s)
{
    const struct ref_answer *a = s->a;
    int64_t n = 0;
    if (a->last_writer == NULL)
        return 0;
    for (int64_t u = a->last_writer[s->element]; u > 0;
         u = a->earlier_writer[u - 1])
        n++;
    return n;
}

static enum ref_rule index_rule(const struct gat_subject *s, int64_t at)
{
    int64_t extent = ref_extent(s->a, at), index = gat_array_index(&s->c->indices, at);
    if (index >= 0)
        return index < extent ? REF_value : REF_out_of_range;
    return index >= -extent && s->c->rules->value[REF_index_domain] == REF_WRAPS
               ? REF_index_domain
               : REF_out_of_range;
}

/* The rule that mattered most for this element. */
static enum ref_rule subject_rule(const struct gat_subject *s)
{
    enum ref_rule rule = REF_value;
    if (writers(s) > 1)
        return REF_duplicates;
    for (int64_t j = 0; s->index_at >= 0 && j < s->a->depth && rule == REF_value; j++)
        rule = index_rule(s, s->index_at + j);
    return rule;
}

/* The rule of an element whose bits were lost on the way: of one that the document itself gives,
 * for an index out of range, it is that which gives it. */
static enum ref_rule bits_rule(const struct gat_subject *s)
{
    int64_t outside = s->c->rules->value[REF_out_of_range];
    bool gives = outside == REF_OOR_FILL || outside == REF_OOR_ZERO;
    return gives && subject_rule(s) == REF_out_of_range ? REF_out_of_range : REF_value;
}

/* The mistakes that explain all samples: bits lost on the way, or a value from another place. */
static bool mistakes_tell(const struct gat_subject *s, uint64_t damages,
                          const struct gat_displaced *d, struct gat_blamed *b,
                          struct gat_sentence *t)
{
    bool vague = gat_damage_is_vague(damages);
    if (vague && d->finds[0].n + d->finds[1].n > 0)
        damages = 0;
    if (damages == 0 && (d->n == 0 || d->n > GAT_MISTAKES_TOLD))
        return false;
    if (damages != 0) {
        gat_sentence_add(t, "%s", gat_damage_words(lowest(damages)));
        b->rule = bits_rule(s);
    }
    b->mistakes = (damages != 0) + d->n;
    if (d->n > 0 && !d->sure) /* perhaps one is as good as several */
        b->mistakes++;
    if (damages != 0 && d->n > 0)
        gat_sentence_add(t, ", or another value came");
    if (d->n < GAT_MISTAKES_TOLD || damages == 0)
        gat_related_tell(s, d, b, t);
    else
        gat_sentence_add(t, ", which the operands hold in several places");
    return true;
}

/* Do operands hold the value?  Then it may as well be from there. */
static bool is_held(const struct gat_displaced *d)
{
    return d->finds[0].n + d->finds[1].n > 0;
}

/* A string without bytes is cut, or one of those that the operands hold. */
static bool is_other_empty(const struct gat_subject *s, const struct gat_displaced *d)
{
    struct gat_string got;
    if (s->a->output.dtype != GAT_STR || !is_held(d))
        return false;
    memcpy(&got, s->got, sizeof got);
    return got.size == 0;
}

/* A NaN of arithmetic where nothing is combined, and others like it have kept their bits. */
static bool summed_tell(const void *output, const struct gat_subject *s, uint64_t damages,
                        struct gat_sentence *t)
{
    if (damages != gat_damages_of_sum || !reduces(s) ||
        gat_sum_updates(s->c, s->a, s->element) > 0 || !gat_damage_spares(output, s, damages))
        return false;
    gat_sentence_add(t, ": what arithmetic makes of it, as if an update of another element came");
    return true;
}

/* A zero in place of a NaN, where other NaNs came as they are, or no numbers did. */
static bool zeroed_tell(const void *output, const struct gat_subject *s, uint64_t damages,
                        const struct gat_displaced *d, struct gat_sentence *t)
{
    bool apart = gat_damage_numbers_come(output, s) && !gat_damage_spares(output, s, damages);
    if (damages != gat_damages_no_nan || d->n > 0 || apart)
        return false;
    gat_sentence_add(t, ", perhaps%s", gat_damage_words(lowest(damages)) + 1);
    return true;
}

/* The sentence about `got` where no sum is due. */
static void elsewhere_tell(const struct gat_expectation *x, const void *output,
                           unsigned char poison, const struct gat_subject *s,
                           const struct gat_displaced *d, struct gat_blamed *b,
                           struct gat_sentence *t)
{
    enum gat_dtype type = s->a->output.dtype;
    if (type == GAT_BOOL) { /* one of two values may come from anywhere */
        b->mistakes = 0;
        gat_sentence_add(t, ", which does not tell where it came from");
        return;
    }
    uint64_t damages = gat_damages_shared(x, output, s, is_held(d));
    bool sure = damages != 0 || !d->perhaps, zeroed = zeroed_tell(output, s, damages, d, t);
    if (zeroed || summed_tell(output, s, damages, t)) {
        *b = (struct gat_blamed){.rule = bits_rule(s), .mistakes = zeroed ? 2 : 1};
        return;
    }
    if (sure && mistakes_tell(s, damages, d, b, t))
        return;
    b->mistakes = 0;
    if (!is_other_empty(s, d) && gat_cut_tell(type, s->got, s->want, poison, t)) {
        *b = (struct gat_blamed){.rule = bits_rule(s), .mistakes = 1};
        return;
    }
    if (!is_held(d) && damages == 0 && gat_torn_tell(s, t)) {
        *b = (struct gat_blamed){.rule = bits_rule(s), .mistakes = 1};
        return;
    }
    if (!sure && mistakes_tell(s, damages, d, b, t))
        return;
    if (gat_unrelated_tell(s, d, b, t) || gat_damage_is_zero(type, s->got))
        return;
    gat_sentence_add(t, is_held(d) ? ", which the operands hold in several places"
                                   : ", which no operand holds");
}

/* Do two NaNs differ by bits that no term of a sum explains? */
static bool is_other_nan(const struct gat_subject *s)
{
    return gat_dtype_same_nan(s->a->output.dtype, s->got, s->want);
}

/* "indices[0] = -2", or of a tuple "indices[0] = [-2,1]" */
static void index_add(const struct gat_subject *s, struct gat_sentence *t)
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
        gat_index_cut_add(s->c, s->a, s->index_at + j, t);
    }
    if (!plain)
        gat_sentence_add(t, "]");
}

/* A value of the output: bits, where two NaNs differ by them. */
static void value_add(const struct gat_subject *s, const void *value, struct gat_sentence *t)
{
    (is_other_nan(s) ? gat_sentence_bits : gat_sentence_value)(t, s->a->output.dtype, value);
}

/* "output[3,1] must be data[1,3] = 7.0 by indices[0] = -2" */
static void due_add(const struct gat_subject *s, struct gat_sentence *t)
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
    value_add(s, s->want, t);
    if (s->index_at >= 0) {
        gat_sentence_add(t, " by ");
        index_add(s, t);
    }
}

/* "; 3 of 12 elements are wrong"; `first`: the sentence so far speaks of the first of them. */
static void extent_add(const struct gat_ruling *r, int64_t n, bool first, const char *what,
                       struct gat_sentence *t)
{
    if (n > 1 && r->n_wrong == n)
        gat_sentence_add(t, "; all %" PRId64 " elements are %s", n, what);
    else if (first && r->n_wrong > 1 && r->element + r->n_wrong == n)
        gat_sentence_add(
            t, "; every element from there on is %s, %" PRId64 " of %" PRId64, what,
            r->n_wrong, n);
    else if (n > 1)
        gat_sentence_add(t, "; %" PRId64 " of %" PRId64 " elements %s %s",
                         r->n_wrong, n, r->n_wrong == 1 ? "is" : "are", what);
}

/* The clause about this reduction: of the formula's clauses, the one that cases with it reach. */
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

/* Is one of two values due?  Then naming it says nothing. */
static bool is_other_truth(enum gat_dtype t, const void *got)
{
    return t == GAT_BOOL && *(const unsigned char *)got <= 1;
}

/* What one element holds, where a case is judged. */
struct held {
    struct gat_subject subject;
    struct gat_displaced displaced; /* of one that is no sum, nor a truth value */
    bool left;          /* it is still poison */
    const char *beside; /* words, where it is what lay beside an operand; else NULL */
    char as_if[96];     /* what explains the whole answer, or "" */
};

static struct held held_make(const struct gat_expectation *x, const struct gat_reply *r,
                             const struct gat_ruling *ruling, int64_t element)
{
    const void *output = r->output[ruling->call];
    struct held h = {
        .subject = gat_subject_make(x, output, &r->written[ruling->call], element)};
    enum gat_dtype type = h.subject.a->output.dtype;
    h.left = gat_is_left(r, ruling->call, type, element);
    h.beside = gat_beside_words(r, type, element);
    bool sums = reduces(&h.subject) && !is_other_nan(&h.subject) &&
                gat_sum_updates(h.subject.c, h.subject.a, element) > 0;
    if (!h.left && h.beside == NULL && type != GAT_BOOL && !sums)
        gat_displaced_find(x, output, &h.subject, &h.displaced);
    return h;
}

/* Is it unknown what became of the element, which another one may tell? */
static bool is_untold(const struct held *h, unsigned char poison)
{
    const struct gat_subject *s = &h->subject;
    enum gat_dtype type = s->a->output.dtype;
    char words[80];
    struct gat_sentence ignored;
    gat_sentence_start(&ignored, words, sizeof words);
    return is_held(&h->displaced) && !gat_displaced_is_clear(&h->displaced) &&
           gat_damages(type, s->got, s->want) == 0 &&
           !gat_cut_tell(type, s->got, s->want, poison, &ignored) &&
           gat_array_count(&s->c->data) <= MOST_CHOSEN &&
           (s->c->updates.ndim < 0 || gat_array_count(&s->c->updates) <= MOST_CHOSEN);
}

/* The element to speak of: the first wrong one, or one of two others whose place tells the
 * mistake, as at the ends of a block the first may not. */
static struct held held_choose(const struct gat_expectation *x, const struct gat_reply *r,
                               const struct gat_ruling *ruling)
{
    const void *output = r->output[ruling->call];
    const struct gat_written *written = &r->written[ruling->call];
    int64_t first = gat_subject_first(x, output, written, ruling->element);
    struct held h = held_make(x, r, ruling, first);
    struct gat_samples samples;
    if (ruling->verdict == GAT_V_UNWRITTEN || !is_untold(&h, r->poison[ruling->call]))
        return h;
    gat_samples_take(x, output, written, first, GAT_SAMPLES, &samples);
    for (unsigned k = 1; k < samples.n; k += samples.n / 2) {
        struct held other = held_make(x, r, ruling, samples.at[k]);
        if (gat_displaced_is_clear(&other.displaced))
            return other;
    }
    return h;
}

/* What came, and what that tells. */
static void got_tell(const struct gat_expectation *x, const struct gat_reply *r,
                     const struct gat_ruling *ruling, const struct held *h,
                     struct gat_blamed *b, struct gat_judgement *out, struct gat_sentence *t)
{
    const struct gat_subject *s = &h->subject;
    const void *output = r->output[ruling->call];
    gat_sentence_add(t, " and is ");
    if (h->left || h->beside != NULL)
        gat_sentence_add(t, "%s", h->left ? "poison" : h->beside);
    else if (is_other_truth(s->a->output.dtype, s->got))
        gat_sentence_add(t, "not");
    else
        value_add(s, s->got, t);
    out->one_call = ruling->verdict == GAT_V_UNSTABLE;
    if (out->one_call)
        gat_sentence_add(t, " in %s (right in the other)",
                         gat_placed_words(r->placed, ruling->call));
    if (out->one_call && h->left)
        out->verdict = GAT_V_UNWRITTEN;
    if (h->left)
        gat_sentence_add(t, ": not written");
    else if (h->beside != NULL)
        gat_sentence_add(t, ", in either call: it was read there");
    else if (h->as_if[0] != '\0' && ruling->n_wrong > 1) /* what one looks like adds nothing */
        return;
    else if (!reduces(s) || is_other_nan(s) || !gat_sum_tell(x, output, s, b, t))
        elsewhere_tell(x, output, r->poison[ruling->call], s, &h->displaced, b, t);
}

void gat_diagnose_value(const struct gat_expectation *x, const struct gat_reply *r,
                        const struct gat_ruling *ruling, struct gat_judgement *out)
{
    struct held h = held_choose(x, r, ruling);
    const struct gat_subject *s = &h.subject;
    struct gat_sentence t;
    struct gat_blamed b = {.rule = subject_rule(s), .mistakes = 1};
    bool unwritten = ruling->verdict == GAT_V_UNWRITTEN;
    gat_sentence_start(&t, h.as_if, sizeof h.as_if);
    gat_as_if_tell(x, r->output[ruling->call], s->written, &t);
    gat_sentence_start(&t, out->diagnosis, sizeof out->diagnosis);
    due_add(s, &t);
    if (unwritten)
        gat_sentence_add(&t, " and was never written: still poison after both calls");
    else
        got_tell(x, r, ruling, &h, &b, out, &t);
    gat_sentence_add(&t, "%s", h.as_if);
    extent_add(ruling, gat_array_count(&x->answer.output), s->element == ruling->element,
               unwritten ? "unwritten" : "wrong", &t);
    out->element = s->element;
    out->n_wrong = ruling->n_wrong;
    out->mistakes = b.mistakes;
    out->clause = gat_clause_id(x, b.rule);
    bool explained = b.rule == REF_nan || b.rule == REF_overflow || b.rule == REF_mean_rounding ||
                     b.rule == REF_zero_sign;
    if (gat_sum_updates(s->c, s->a, s->element) > 0 && (!explained || out->clause[0] == '\0'))
        out->clause = reduction_clause(x);
    if (out->clause[0] == '\0')
        out->clause = gat_clause_id(x, REF_value);
}

static void operand_place(const struct gat_subject *s, enum ref_operand operand, int64_t at,
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
        .x = x, .r = r, .call = call, .output = r->output[call], .written = &r->written[call],
        .budget = MOST_TRACED};
    if (first_wrong >= gat_array_count(&x->answer.output))
        return;
    struct gat_subject s = gat_subject_make(x, t->output, t->written, first_wrong);
    for (unsigned k = 0; k < 2; k++) {
        struct gat_finds f;
        t->shared[k] = gat_relations_shared(x, t->output, &s, gat_searched[k], &f);
    }
}

/* Where the misplaced value lies: by the mistake that explains other elements too, else only if
 * one place holds it. */
static void holds_trace(struct gat_tracer *t, const struct gat_subject *s,
                        struct gat_traced *out)
{
    const struct gat_array *operands[] = {&s->c->data, &s->c->updates};
    for (unsigned k = 0; k < 2 && out->holds[0] == '\0'; k++) {
        struct gat_finds f;
        if (operands[k]->ndim < 0 || (t->budget -= gat_array_count(operands[k])) < 0)
            break;
        gat_value_find(s, gat_searched[k], &f);
        uint64_t related = f.relations & t->shared[k];
        if (related == 0 && f.n != 1)
            continue;
        operand_place(s, gat_searched[k], related != 0 ? f.related[lowest(related)] : f.first,
                      out->holds, sizeof out->holds);
        out->kind = (f.relations >> GAT_STALE & 1) != 0 ? "stale" : "displaced";
    }
}

void gat_trace_element(struct gat_tracer *t, int64_t element, struct gat_traced *out)
{
    struct gat_subject s = gat_subject_make(t->x, t->output, t->written, element);
    enum gat_dtype type = s.a->output.dtype;
    char words[80];
    struct gat_sentence ignored;
    memset(out, 0, sizeof *out);
    gat_sentence_start(&ignored, words, sizeof words);
    if (s.source.operand != REF_FROM_NOWHERE)
        operand_place(&s, s.source.operand, s.source.element, out->due, sizeof out->due);
    out->kind = "wrong";
    if (gat_is_left(t->r, t->call, type, element))
        out->kind = "unwritten";
    else if (gat_damage_tell(type, s.got, s.want, &ignored))
        out->kind = "damaged";
    else
        holds_trace(t, &s, out);
    if (out->holds[0] == '\0' && strcmp(out->kind, "wrong") == 0 &&
        gat_cut_tell(type, s.got, s.want, t->r->poison[t->call], &ignored))
        out->kind = "damaged";
}
