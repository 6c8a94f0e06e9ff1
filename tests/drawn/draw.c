/* draw.c - draw a fault and its witness: draw PLUGIN SEED NUMBER|FAULT [CLASS]
 *
 * With a class of effects or conditions all that is drawn without it is drawn again; of a fault
 * in words the witness alone is drawn.
 * One line of JSON says what was drawn:
 *
 *     number, operator, variant, effect, kind, conditions [{name, kind}], options: the fault
 *     as the plug-in takes it, witness: a call in words, how: what the oracle does not admit,
 *     witnessed, again: how often what was drawn contradicted itself
 *
 * It links neither the suite nor the program.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtype.h"
#include "trial.h"

enum { MOST_DRAWS = 400, MOST_OF_CLASS = 40000, ATTEMPTS = 16, MOST_WORDS = 256 };

static int64_t below(struct gat_prng *p, int64_t n)
{
    return n <= 1 ? 0 : (int64_t)gat_prng_below(p, (uint64_t)n);
}

/* ---- for whom ---- */

static bool is_suited(enum drawn_who who, const struct ref_variant *v, const struct want *w)
{
    const struct ref_kernel *k = ref_kernel_find(v->kernel);
    const int64_t *rules = v->rules.value;
    switch (who) {
    case FOR_S: return k->scatters;
    case FOR_R: return k->scatters && (v->reductions | (1u << rules[REF_reduction])) > 1u;
    case FOR_E: return rules[REF_out_of_range] == REF_OOR_ERROR;
    case FOR_X: return variant_has(v, "axis") && rules[REF_bad_axis] == REF_ERROR;
    case FOR_P: return k->naming != REF_NAMES_PLACES;
    case FOR_T: return k->naming == REF_NAMES_TUPLES || k->naming == REF_NAMES_BOXES;
    case FOR_V: return k->naming == REF_NAMES_SLICES || k->naming == REF_NAMES_ELEMENTS;
    case FOR_B: return variant_has(v, "batch_dims") || k->naming == REF_NAMES_TUPLES;
    case FOR_N: return rules[REF_index_domain] == REF_WRAPS;
    case FOR_I: return w != NULL && w->is_bad;
    case FOR_A:
    default: return true;
    }
}

static bool is_first_row(size_t k)
{
    return k == 0 || strcmp(ref_variants[k - 1].op, ref_variants[k].op) != 0 ||
           strcmp(ref_variants[k - 1].variant, ref_variants[k].variant) != 0;
}

/* One of n words by the rule of the distribution: its class first, as often as any other.
 * `taken` are classes that do not count. */
static unsigned word_draw(struct gat_prng *r, const struct drawn_word *words, unsigned n,
                          const char *const *taken, unsigned n_taken)
{
    const char *kinds[MOST_WORDS];
    unsigned n_kinds = 0, fit[MOST_WORDS], n_fit = 0;
    for (unsigned k = 0; k < n; k++) {
        bool known = false;
        for (unsigned j = 0; j < n_taken; j++)
            known |= strcmp(taken[j], words[k].kind) == 0;
        for (unsigned j = 0; j < n_kinds; j++)
            known |= strcmp(kinds[j], words[k].kind) == 0;
        if (!known)
            kinds[n_kinds++] = words[k].kind;
    }
    const char *kind = kinds[below(r, n_kinds)];
    for (unsigned k = 0; k < n; k++)
        if (strcmp(words[k].kind, kind) == 0)
            fit[n_fit++] = k;
    return fit[below(r, n_fit)];
}

static int64_t type_draw(struct gat_prng *r, uint32_t set)
{
    int64_t at = below(r, __builtin_popcount(set)), t = 0;
    while ((set >> t & 1) == 0 || at-- > 0)
        t++;
    return t;
}

static int64_t number_draw(struct gat_prng *r, enum drawn_parameter p, const struct ref_variant *v)
{
    const struct drawn_range *range = &drawn_ranges[p];
    if (p == PARAMETER_DTYPE || p == PARAMETER_ITYPE)
        return type_draw(r, p == PARAMETER_DTYPE ? v->data_types : v->index_types);
    if (range->low >= range->high)
        return range->low;
    double u = (double)(gat_prng_next(r) >> 11) * 0x1p-53, low = log2((double)range->low);
    double high = log2((double)range->high + (range->block ? 0 : 1));
    if (range->block) /* each power of two as often as any other */
        return range->low << below(r, (int64_t)(high - low) + 1);
    int64_t n = (int64_t)exp2(low + u * (high - low));
    return n < range->low ? range->low : n > range->high ? range->high : n;
}

/* ---- a fault ---- */

/* Is the answer made of all that is moved by a reduction, in each call?  Its document leaves the
 * bits of a NaN and the sign of a zero open then. */
static bool always_reduces(const struct ref_variant *v)
{
    return ref_kernel_find(v->kernel)->scatters &&
           ((v->reductions | (1u << v->rules.value[REF_reduction])) & 1u << REF_NONE) == 0;
}

/* What changes values of a kind changes no zeros, and those of a gather are what they are. */
static bool needs_other_values(const struct drawn_fault *f, bool gathers)
{
    return strcmp(drawn_effects[f->effect].kind, "flush") == 0 ||
           (gathers && (f->effect == EFFECT_ZERO || f->effect == EFFECT_NEIGHBOUR ||
                        f->effect == EFFECT_ALSO_NEXT));
}

/* Effects that conditions, the site or the variant rule out: data in place are never copied, the
 * first call has none before it, a call of another shape or type has no answer of the same shape
 * and type before it, nor has one that moved another number of elements of a gather, the first
 * moved element has none before it, and flat places have no rows. */
static bool rules_out(const struct drawn_fault *f, const struct ref_variant *v)
{
    enum ref_naming naming = ref_kernel_find(v->kernel)->naming;
    bool gathers = !ref_kernel_find(v->kernel)->scatters;
    bool stale = strcmp(drawn_effects[f->effect].kind, "stale") == 0;
    bool shape = f->effect == EFFECT_STALE_SHAPE || f->effect == EFFECT_STALE_INDICES;
    bool moves = drawn_when(f, IF_AFTER_LARGER) != NULL || drawn_when(f, IF_AFTER_SMALLER) != NULL;
    bool nan = f->effect == EFFECT_QUIET || f->effect == EFFECT_CANONICAL ||
               f->effect == EFFECT_PLUS_ZERO;
    return (f->effect == EFFECT_BASE &&
            (drawn_when(f, IF_IN_PLACE) != NULL || drawn_when(f, IF_EXTENT_ONE) != NULL)) ||
           (stale && drawn_when(f, IF_FIRST_CALL) != NULL) ||
           (shape && drawn_when(f, IF_OTHER_SHAPE) != NULL) ||
           (f->effect == EFFECT_STALE_SHAPE &&
            (drawn_when(f, IF_OTHER_TYPE) != NULL || (gathers && moves))) ||
           (f->effect == EFFECT_NEIGHBOUR && f->site == SITE_FIRST) ||
           (f->effect == EFFECT_OTHER_ROW && naming == REF_NAMES_PLACES) ||
           (nan && always_reduces(v)) ||
           (drawn_when(f, IF_ALL_ZERO) != NULL && needs_other_values(f, gathers));
}

/* What is kept by one call alone does not grow. */
static bool grows_once(const struct drawn_fault *f)
{
    bool grows = f->effect == EFFECT_LEAK_MEMORY || f->effect == EFFECT_LEAK_FILE ||
                 f->effect == EFFECT_LEAK_THREAD;
    return grows && drawn_when(f, IF_FIRST_CALL) != NULL;
}

/* An operator that can have the effect, and one of its variants. */
static const struct ref_variant *variant_draw(struct gat_prng *r, enum drawn_who who)
{
    const char *ops[64];
    const struct ref_variant *fit[256];
    unsigned n_ops = 0, n_fit = 0;
    for (size_t k = 0; k < ref_variant_count && n_ops < 64; k++)
        if (is_suited(who, &ref_variants[k], NULL) &&
            (n_ops == 0 || strcmp(ops[n_ops - 1], ref_variants[k].op) != 0))
            ops[n_ops++] = ref_variants[k].op;
    const char *op = ops[below(r, n_ops)];
    for (size_t k = 0; k < ref_variant_count && n_fit < 256; k++)
        if (is_first_row(k) && strcmp(ref_variants[k].op, op) == 0 &&
            is_suited(who, &ref_variants[k], NULL))
            fit[n_fit++] = &ref_variants[k];
    return n_fit == 0 ? NULL : fit[below(r, n_fit)];
}

static unsigned count_draw(struct gat_prng *r)
{
    int64_t at = below(r, 100);
    unsigned n = 1;
    while (n < DRAWN_MOST && at >= drawn_counts[n - 1])
        at -= drawn_counts[n++ - 1];
    return n;
}

static bool fault_draw(struct gat_prng *r, struct drawn_fault *f)
{
    const char *taken[DRAWN_MOST + 1];
    unsigned n = count_draw(r), n_taken = 0;
    *f = (struct drawn_fault){.effect =
                                  (enum drawn_effect)word_draw(r, drawn_effects, EFFECTS, NULL, 0)};
    const struct drawn_word *effect = &drawn_effects[f->effect];
    const struct ref_variant *v = variant_draw(r, effect->who);
    if (v == NULL)
        return false;
    snprintf(f->variant, sizeof f->variant, "%s/%s", v->op, v->variant);
    f->amount = number_draw(r, effect->parameter, v);
    f->site = effect->has_site ? (enum drawn_site)below(r, SITES) : SITE_ALL;
    f->step = number_draw(r, drawn_sites[f->site].parameter, v);
    struct want w = want_of(f);
    if (!w.is_bad)
        taken[n_taken++] = "bad";
    for (f->n = 0; f->n < n; f->n++) {
        unsigned id = word_draw(r, drawn_conditions, CONDITIONS, taken, n_taken);
        if (!is_suited(drawn_conditions[id].who, v, &w))
            return false;
        if (n_taken <= DRAWN_MOST)
            taken[n_taken++] = drawn_conditions[id].kind;
        f->when[f->n] = (struct drawn_if){(enum drawn_condition)id,
                                          number_draw(r, drawn_conditions[id].parameter, v)};
    }
    return !grows_once(f) && !rules_out(f, v);
}

/* ---- its witness ---- */

static void want_small(struct want *w)
{
    w->picks = w->inner = w->rows = (struct span){.high = 1};
}

/* What the call before has to be like, for a condition on the state. */
static bool want_before(const struct drawn_fault *f, const struct witness *meant, struct want *w)
{
    *w = want_anything;
    if (drawn_when(f, IF_OTHER_TYPE) != NULL)
        w->not_dtype = (int)meant->data.dtype;
    else if (drawn_when(f, IF_AFTER_LARGER) != NULL)
        w->moved = 2 * gat_array_count(meant->updates.ndim >= 0 ? &meant->updates : &meant->data) +
                   2 * gat_array_count(&meant->indices) * 8;
    else if (drawn_when(f, IF_AFTER_ERROR) != NULL)
        w->is_bad = true;
    else if (drawn_when(f, IF_AFTER_SMALLER) != NULL)
        want_small(w);
    else
        return drawn_when(f, IF_OTHER_SHAPE) != NULL;
    return true;
}

static unsigned long calls_least(const struct drawn_fault *f)
{
    const int64_t *every = drawn_when(f, IF_CALL_EVERY);
    return 6 + (every != NULL ? 3 * (unsigned long)*every : 0);
}

/* As many small calls as come before the first one that can have the fault. */
static bool warm_up(const struct drawn_fault *f, struct gat_prng *r, struct gat_arena *a,
                    struct trial *t)
{
    const int64_t *from = drawn_when(f, IF_CALL_GE);
    struct want small = want_anything;
    want_small(&small);
    t->n_warm = from != NULL ? (unsigned long)*from : 0;
    return from == NULL || witness_build(witness_variant(f->variant), &small, r, r, a, &t->warm);
}

/* One attempt; false when a step of it contradicts the others. */
static bool attempt(const struct drawn_fault *f, struct gat_prng *r, unsigned number,
                    struct gat_arena *a, struct trial *t, struct trial_end *end)
{
    const struct ref_variant *v = witness_variant(f->variant);
    struct want w = want_of(f), before;
    struct gat_prng shapes = {gat_prng_next(r)}, again = shapes, other = {gat_prng_next(r)};
    if (drawn_when(f, IF_AFTER_SMALLER) != NULL && w.moved < 20)
        w.moved = 20;
    struct witness *meant = t->calls;
    if (!witness_build(v, &w, &shapes, r, a, &meant[0]) ||
        !witness_build(v, &w, &again, r, a, &meant[1]))
        return false;
    t->n_calls = 2;
    t->before = want_before(f, &meant[0], &before);
    if (t->before) {
        meant[2] = meant[1];
        meant[1] = meant[0];
        t->n_calls = 3;
        bool built = false;
        for (int k = 0; k < 8 && !built; k++)
            built = witness_build(v, &before, &other, &other, a, &meant[0]);
        if (!built)
            return false;
    }
    if (!warm_up(f, &other, a, t))
        return false;
    t->placement = number;
    t->least = calls_least(f) + (t->before ? 6 : 0);
    t->leaks = strcmp(drawn_effects[f->effect].kind, "leak") == 0;
    return trial_run(t, end) && end->fired > 0 && end->decided;
}

struct drawn {
    struct drawn_fault fault;
    char options[DRAWN_TEXT], witness[512], how[96];
    bool witnessed;
    unsigned again;
};

/* False: no call meets the conditions. */
static bool witness_find(struct drawn *d, struct gat_prng *r, const char *plugin)
{
    bool met = false;
    struct gat_arena a = {0};
    for (unsigned k = 0; k < ATTEMPTS && !d->witnessed; k++) {
        struct trial t = {.plugin = plugin, .options = d->options};
        struct trial_end end = {0};
        gat_arena_reset(&a);
        if (!attempt(&d->fault, r, k, &a, &t, &end))
            continue;
        met = true;
        d->witnessed = end.wrong;
        witness_print(&t.calls[t.n_calls - 1], d->witness, sizeof d->witness);
        snprintf(d->how, sizeof d->how, "%s", end.how);
    }
    gat_arena_free(&a);
    return met;
}

static void print(const struct drawn *d, uint64_t number)
{
    const struct drawn_fault *f = &d->fault;
    const struct ref_variant *v = witness_variant(f->variant);
    printf("{\"number\": %" PRIu64
           ", \"operator\": \"%s\", \"variant\": \"%s\", \"effect\": \"%s\", "
           "\"kind\": \"%s\", \"sentence\": \"%s\", \"conditions\": [",
           number, v->op, f->variant, drawn_effects[f->effect].name, drawn_effects[f->effect].kind,
           drawn_effects[f->effect].sentence);
    for (unsigned k = 0; k < f->n; k++)
        printf("%s{\"name\": \"%s\", \"kind\": \"%s\"}", k > 0 ? ", " : "",
               drawn_conditions[f->when[k].id].name, drawn_conditions[f->when[k].id].kind);
    printf("], \"options\": \"%s\", \"witness\": \"%s\", \"how\": \"%s\", \"witnessed\": %s, "
           "\"again\": %u}\n",
           d->options, d->witness, d->how, d->witnessed ? "true" : "false", d->again);
}

static bool is_class(const char *kind)
{
    bool known = false;
    for (unsigned k = 0; k < EFFECTS; k++)
        known |= strcmp(drawn_effects[k].kind, kind) == 0;
    for (unsigned k = 0; k < CONDITIONS; k++)
        known |= strcmp(drawn_conditions[k].kind, kind) == 0;
    return known;
}

static bool has_class(const struct drawn_fault *f, const char *kind)
{
    bool has = kind == NULL || strcmp(drawn_effects[f->effect].kind, kind) == 0;
    for (unsigned k = 0; k < f->n && !has; k++)
        has = strcmp(drawn_conditions[f->when[k].id].kind, kind) == 0;
    return has;
}

/* The fault with that number, of the class if it is not NULL; false: none holds together. */
static bool numbered_draw(struct drawn *d, const char *plugin, uint64_t seed, uint64_t number,
                          const char *kind)
{
    unsigned most = kind != NULL ? MOST_OF_CLASS : MOST_DRAWS;
    struct gat_prng mix = {seed ^ UINT64_C(0x5ab07e0451)};
    struct gat_prng r = {gat_prng_next(&mix) + number * UINT64_C(0xd1342543de82ef95)};
    for (; d->again < most; d->again++) {
        struct gat_prng each = {gat_prng_next(&r)};
        if (!fault_draw(&each, &d->fault) || !has_class(&d->fault, kind))
            continue;
        drawn_print(&d->fault, d->options, sizeof d->options);
        if (witness_find(d, &each, plugin))
            return true;
    }
    fprintf(stderr, "draw: nothing that holds together in %u draws\n", most);
    return false;
}

static bool worded_draw(struct drawn *d, const char *plugin, uint64_t seed, const char *words)
{
    struct gat_prng r = {seed};
    char bad[64];
    if (!drawn_read(words, &d->fault, bad, sizeof bad)) {
        fprintf(stderr, "draw: %s: no drawn fault has '%s'\n", words, bad);
        return false;
    }
    if (witness_variant(d->fault.variant) == NULL) {
        fprintf(stderr, "draw: %s: there is no such variant\n", words);
        return false;
    }
    drawn_print(&d->fault, d->options, sizeof d->options);
    if (witness_find(d, &r, plugin))
        return true;
    fprintf(stderr, "draw: %s: no call that the document decides meets the conditions\n", words);
    return false;
}

int main(int argc, char **argv)
{
    const char *kind = argc == 5 ? argv[4] : NULL;
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: draw PLUGIN SEED NUMBER|FAULT [CLASS]\n");
        return 2;
    }
    if (kind != NULL && !is_class(kind)) /* gatherum kill says so */
        return 2;
    uint64_t seed = strtoull(argv[2], NULL, 10), number = strtoull(argv[3], NULL, 10);
    struct drawn d = {.again = 0};
    bool drawn = strchr(argv[3], '/') != NULL ? worded_draw(&d, argv[1], seed, argv[3])
                                              : numbered_draw(&d, argv[1], seed, number, kind);
    if (drawn)
        print(&d, number);
    return drawn ? 0 : 3;
}
