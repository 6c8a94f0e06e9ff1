/* witness_content.c - the indices and the elements of a witness.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "arith.h"
#include "dtype.h"
#include "witness_part.h"

/* ---- places ---- */

static void shuffle(struct gat_prng *r, int64_t *x, int64_t n)
{
    for (int64_t k = n - 1; k > 0; k--) {
        int64_t j = below(r, k + 1), t = x[k];
        x[k] = x[j];
        x[j] = t;
    }
}

/* n different places in no order: a window of them, shuffled.  False: there are not as many. */
static bool distinct(struct gat_prng *r, int64_t *x, int64_t n, int64_t named)
{
    int64_t from = below(r, named - n + 1);
    if (n > named)
        return false;
    for (int64_t k = 0; k < n; k++)
        x[k] = from + k;
    shuffle(r, x, n);
    if (n >= 3 && x[0] < x[1] && x[1] < x[2]) { /* never a run by accident */
        int64_t t = x[1];
        x[1] = x[2];
        x[2] = t;
    }
    return true;
}

static bool steps(struct gat_prng *r, int64_t *x, int64_t n, int64_t named, int64_t step)
{
    int64_t wide = (n - 1) * (step < 0 ? -step : step), from = below(r, named - wide);
    if (wide >= named)
        return false;
    for (int64_t k = 0; k < n; k++)
        x[k] = step < 0 ? from + wide + k * step : from + k * step;
    return true;
}

static void any(struct gat_prng *r, int64_t *x, int64_t n, int64_t named)
{
    for (int64_t k = 0; k < n; k++)
        x[k] = below(r, named);
}

static bool places_pattern(const struct plan *p, struct gat_prng *r, int64_t *x, int64_t n)
{
    int64_t named = p->named, some;
    switch ((int)p->w->pattern) {
    case IF_EQUAL: return steps(r, x, n, named, 0);
    case IF_RUN: return steps(r, x, n, named, 1);
    case IF_REVERSED: return steps(r, x, n, named, -1);
    case IF_STEP:
        some = named / n > 2 ? 2 + below(r, named / n - 1) : 2;
        return steps(r, x, n, named, some);
    case IF_SORTED:
        some = 2 + below(r, (named < n ? named : n) - 2);
        for (int64_t k = 0, from = below(r, named - some + 1); k < n; k++)
            x[k] = from + k * some / n;
        return named >= 2;
    case IF_DISTINCT: return distinct(r, x, n, named);
    case IF_REPEATED:
        any(r, x, n, named);
        x[n - 1] = x[0];
        x[1] = x[0] > 0 ? x[0] - 1 : x[0] + 1;
        return named >= 2;
    case IF_FAR_REPEAT:
        if (!distinct(r, x, n, named))
            any(r, x, n, named);
        x[n - 1] = x[0];
        return true;
    default: return false;
    }
}

/* The places of a scatter are different on each line, so that nobody may choose. */
static void places_plain(const struct plan *p, struct gat_prng *r, int64_t *x, bool scatters)
{
    int64_t lines = p->tuples / p->picks, inner = p->inner;
    int64_t line[1 << 10];
    bool elements = p->naming == REF_NAMES_ELEMENTS;
    bool small = p->picks <= (int64_t)(sizeof line / sizeof line[0]);
    if (!scatters || p->named < p->picks) {
        any(r, x, p->tuples, p->named);
        return;
    }
    for (int64_t l = 0; l < lines; l++) {
        int64_t shift = below(r, p->named - p->picks + 1);
        if (small)
            (void)distinct(r, line, p->picks, p->named);
        for (int64_t k = 0; k < p->picks; k++) {
            int64_t at =
                elements ? (l / inner * p->picks + k) * inner + l % inner : l * p->picks + k;
            x[at] = small ? line[k] : shift + (k ^ 1) % p->picks;
        }
    }
}

/* Put a place somewhere; who had it gets the other's. */
static void place_force(struct gat_prng *r, int64_t *x, int64_t n, int64_t place)
{
    int64_t at = below(r, n);
    for (int64_t k = 0; k < n; k++)
        if (x[k] == place)
            return;
    x[at] = place;
}

static int64_t bad_value(const struct plan *p, struct gat_prng *r, int64_t extent, bool wraps)
{
    switch ((int)p->w->bad) {
    case IF_BAD_JUST: return extent;
    case IF_BAD_BELOW: return (wraps ? -extent : 0) - 1 - below(r, 3);
    case IF_BAD_HUGE: {
        int64_t far = INT64_C(1) << (32 + below(r, 3));
        return far + below(r, extent);
    }
    default:
        return below(r, 2) == 0 ? extent + below(r, 4) : (wraps ? -extent : 0) - 1 - below(r, 3);
    }
}

static int64_t bad_place(const struct plan *p, struct gat_prng *r, int64_t n)
{
    switch ((int)p->w->bad) {
    case IF_BAD_FIRST: return 0;
    case IF_BAD_LAST: return n - 1;
    case IF_BAD_FROM: return p->w->bad_from + below(r, n - p->w->bad_from);
    default: return below(r, n);
    }
}

static bool integer_store(enum gat_dtype t, void *at, int64_t value)
{
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    bool fits = value < 0 ? magnitude <= gat_integer_least(t) : magnitude <= gat_integer_most(t);
    gat_integer_put(t, at, (uint64_t)value);
    return fits;
}

bool indices_fill(const struct plan *p, struct gat_prng *r, struct gat_arena *a,
                  struct witness *out)
{
    const struct want *w = p->w;
    int64_t n = p->tuples, depth = p->depth, stop = n * depth;
    int64_t *x = GAT_NEW_N(a, int64_t, (size_t)n + 3);
    size_t esize = gat_dtype_size(p->itype);
    bool wraps = p->v->rules.value[REF_index_domain] == REF_WRAPS, fits = true;
    bool is_signed = gat_number_of(p->itype) == GAT_SIGNED;
    bool all = w->pattern == IF_NEGATIVE_ALL, some = w->pattern == IF_NEGATIVE_SOME;
    char *to = out->indices.data = gat_arena_raw(a, (size_t)stop * esize + 1);
    if (!places_pattern(p, r, x, n))
        places_plain(p, r, x, out->updates.ndim >= 0);
    if (w->pattern == IF_LAST_PLACE)
        place_force(r, x, n, p->extent - 1);
    if (w->index_half)
        place_force(r, x, n, p->extent - 1);
    bool mixed = wraps && is_signed && w->pattern == CONDITIONS && below(r, 3) == 0;
    int64_t bad = w->is_bad ? bad_place(p, r, stop) : -1;
    for (int64_t k = 0; k < stop; k++) {
        int64_t place = x[k / depth], extent = p->along[k % depth];
        for (int64_t j = k % depth + 1; j < depth; j++)
            place /= p->along[j];
        place %= extent;
        bool negative = all || (some && k % 2 == 1) || (mixed && below(r, 2) == 0);
        int64_t index = k == bad   ? bad_value(p, r, extent, wraps)
                        : negative ? place - extent
                                   : place;
        fits &= integer_store(p->itype, to + (size_t)k * esize, index);
    }
    return fits && (wraps || !(all || some));
}

/* ---- elements ---- */

static bool effect_needs_value(enum drawn_effect e)
{
    switch ((int)e) {
    case EFFECT_FLUSH:
    case EFFECT_QUIET:
    case EFFECT_CANONICAL:
    case EFFECT_PLUS_ZERO:
    case EFFECT_THROUGH_FLOAT:
    case EFFECT_THROUGH_DOUBLE:
    case EFFECT_NAN_LOST: return true;
    default: return false;
    }
}

/* What an element of the type is when it is special; false: there is no such thing. */
static bool special(enum drawn_condition value, enum drawn_effect e, enum gat_dtype t, uint64_t k,
                    void *at)
{
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    uint64_t bits = 0, quiet;
    size_t esize = gat_dtype_size(t);
    if (value == IF_HAS_ZERO || value == IF_ALL_ZERO) {
        memset(at, 0, esize);
        return true;
    }
    if (f == NULL) {
        bool wide = value == IF_WIDE || e == EFFECT_THROUGH_FLOAT || e == EFFECT_THROUGH_DOUBLE;
        uint64_t most = gat_integer_most(t);
        if (gat_number_of(t) == GAT_NO_NUMBER)
            return false;
        bits = wide && value != IF_EXTREME ? most - (most >> 3) - 2 * k - 1 : most;
        if (value == IF_EXTREME && k % 2 == 1)
            bits = 0 - gat_integer_least(t);
        gat_integer_put(t, at, bits);
        return true;
    }
    quiet = UINT64_C(1) << (f->mantissa - 1);
    memset(at, 0, esize);
    if (value == IF_NAN || e == EFFECT_CANONICAL || e == EFFECT_QUIET || e == EFFECT_NAN_LOST)
        bits = gat_real_infinity(f) | (e == EFFECT_QUIET ? 0 : quiet) | (1 + k % 3);
    else if (value == IF_DENORMAL || e == EFFECT_FLUSH)
        bits = 1 + k % 5;
    else if (value == IF_INFINITY)
        bits = gat_real_infinity(f);
    else if (value == CONDITIONS && e == EFFECT_THROUGH_FLOAT) /* one and a little */
        bits = (gat_real_infinity(f) >> 1 & ~(quiet - 1)) | (1 + k % 7);
    else
        bits = gat_real_sign(f);
    gat_bits_put(bits, f->size, (char *)at + (parts - 1) * f->size);
    return true;
}

/* What an element is special for: the condition on values, or what the effect changes. */
static enum drawn_condition value_choose(const struct want *w, struct gat_prng *r)
{
    bool both = w->value != CONDITIONS && w->value != IF_ALL_ZERO && effect_needs_value(w->effect);
    return both && below(r, 2) == 0 ? CONDITIONS : w->value;
}

static void text_make(struct gat_prng *r, struct gat_arena *a, struct gat_string *s)
{
    char *text = gat_arena_raw(a, 24);
    s->size = 1 + (uint64_t)below(r, 23);
    for (uint64_t k = 0; k < s->size; k++)
        text[k] = (char)('a' + below(r, 26));
    s->data = text;
}

/* An ordinary element: a number that is no special one. */
static void ordinary(const struct plan *p, struct gat_prng *r, struct gat_arena *a, void *at)
{
    enum gat_dtype t = p->dtype;
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    bool wide = p->w->effect == EFFECT_NARROW || p->w->effect == EFFECT_SATURATE ||
                p->w->effect == EFFECT_COMPARE_SIGN;
    if (t == GAT_STR) {
        text_make(r, a, at);
        return;
    }
    uint64_t bits = gat_prng_next(r);
    if (t == GAT_BOOL)
        *(unsigned char *)at = bits & 1;
    else if (f == NULL)
        gat_integer_put(t, at, wide ? bits | 1 : 1 + bits % 100);
    for (unsigned k = 0; f != NULL && k < parts; k++, bits >>= 8)
        gat_real_put(f, at, k, (double)(1 + bits % 997) / (wide ? 997.0 : 8.0));
}

void elements_fill(const struct plan *p, struct gat_prng *r, struct gat_arena *a, bool moved,
                   struct gat_array *t)
{
    int64_t n = gat_array_count(t);
    size_t esize = gat_dtype_size(t->dtype);
    bool all = p->w->value == IF_ALL_ZERO;
    bool any_special = effect_needs_value(p->w->effect) || p->w->value != CONDITIONS;
    t->data = gat_arena_raw(a, (size_t)n * esize + 1);
    for (int64_t k = 0; k < n; k++) {
        char *at = (char *)t->data + (size_t)k * esize;
        bool here = any_special && (all ? moved : k == 0 || below(r, 2) == 0);
        enum drawn_condition value = value_choose(p->w, r);
        if (!here || !special(value, p->w->effect, t->dtype, (uint64_t)k, at))
            ordinary(p, r, a, at);
    }
}

/* ---- the whole ---- */

bool witness_build(const struct ref_variant *v, const struct want *w, struct gat_prng *shapes,
                   struct gat_prng *content, struct gat_arena *a, struct witness *out)
{
    struct plan p;
    *out = (struct witness){.variant = v, .kernel = ref_kernel_find(v->kernel), .layout = w->layout,
                            .in_place = w->in_place};
    if (!plan_make(&p, v, w, shapes))
        return false;
    out->data.dtype = out->updates.dtype = p.dtype;
    out->indices.dtype = p.itype;
    out->updates.ndim = out->kernel->scatters ? 0 : -1;
    if (!shapes_make(&p, a, out) || !indices_fill(&p, content, a, out))
        return false;
    elements_fill(&p, content, a, out->updates.ndim < 0, &out->data);
    if (out->updates.ndim >= 0)
        elements_fill(&p, content, a, true, &out->updates);
    out->picks = (uint64_t)p.picks;
    out->extent = (uint64_t)p.extent;
    return true;
}

void witness_print(const struct witness *w, char *out, size_t size)
{
    char shape[256];
    const struct gat_array *operands[] = {&w->data, &w->indices, &w->updates};
    static const char *const names[] = {"data", " indices", " updates"};
    size_t at = 0;
    for (int k = 0; k < 3 && operands[k]->ndim >= 0; k++) {
        gat_shape_print(operands[k]->ndim, operands[k]->shape, shape, sizeof shape);
        int n = snprintf(out + at, size - at, "%s %s %s", names[k],
                         gat_dtype_name(operands[k]->dtype), shape);
        at += n > 0 && (size_t)n < size - at ? (size_t)n : 0;
    }
    for (unsigned k = 0; k < w->n_attrs; k++) {
        const struct gat_attr *x = &w->attrs[k];
        int n = x->kind == GAT_ATTR_TEXT ? snprintf(out + at, size - at, " %s %s", x->name, x->text)
                : x->kind == GAT_ATTR_INT
                    ? snprintf(out + at, size - at, " %s %lld", x->name, (long long)x->i)
                    : 0;
        at += n > 0 && (size_t)n < size - at ? (size_t)n : 0;
    }
}
