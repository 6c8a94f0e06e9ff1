/* effects.c - elements that come from, or go to, a wrong place, or not at all.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "effects.h"

#include <stdlib.h>
#include <string.h>

#include "arith.h"
#include "dtype.h"

bool drawn_at(const struct drawn_fault *f, int64_t u, int64_t n)
{
    int64_t rest = f->step > 0 ? n % f->step : 0;
    switch (f->site) {
    case SITE_FIRST: return u == 0;
    case SITE_LAST: return u == n - 1;
    case SITE_EVERY: return (u + 1) % f->step == 0;
    case SITE_TAIL: return u >= n - (rest > 0 ? rest : f->step);
    case SITE_ALL:
    case SITES:
    default: return true;
    }
}

int64_t drawn_position(enum drawn_effect e, const struct drawn_call *d, int64_t at, int64_t count)
{
    int64_t inner = d->inner > 0 ? d->inner : 1, extent = d->extent > 0 ? d->extent : 1;
    int64_t esize = (int64_t)gat_dtype_size(d->c.data.dtype), place = at / inner % extent;
    int64_t by = e == EFFECT_NEXT_ELEMENT      ? 1
                 : e == EFFECT_NEXT_PLACE      ? inner
                 : e == EFFECT_OTHER_ROW       ? inner * extent
                 : e == EFFECT_BYTES_AS_PLACES ? (place / esize - place) * inner
                                               : 0;
    return count > 0 ? ((at + by) % count + count) % count : at;
}

/* ---- gathers ---- */

void drawn_gather(const struct drawn_state *s, const struct drawn_call *d, const char *before)
{
    const struct drawn_fault *f = &s->fault;
    enum gat_dtype t = d->c.data.dtype;
    size_t esize = gat_dtype_size(t);
    int64_t n = gat_array_count(&d->a.output), count = gat_array_count(&d->c.data);
    char *to = d->a.output.data;
    bool moves = f->effect <= EFFECT_BYTES_AS_PLACES;
    for (int64_t u = n - 1; u >= 0; u--) { /* from the end: a neighbour is still right */
        if (!drawn_at(f, u, n))
            continue;
        char *at = to + (size_t)u * esize;
        struct ref_source from = {REF_FROM_NOWHERE, 0};
        if (moves)
            from = ref_source_of(&d->c, &d->a, u);
        if (f->effect == EFFECT_ZERO)
            memset(at, 0, esize);
        else if (f->effect == EFFECT_SKIP && before != NULL)
            memcpy(at, before + (size_t)u * esize, esize);
        else if (f->effect == EFFECT_NEIGHBOUR && u > 0)
            memcpy(at, at - esize, esize);
        else if (f->effect == EFFECT_ALSO_NEXT) /* after the last one comes the first */
            memmove(to + (size_t)((u + 1) % n) * esize, at, esize);
        else if (f->effect == EFFECT_STALE_SIZE || f->effect == EFFECT_STALE_SHAPE)
            memcpy(at, s->answer + (size_t)u * esize, esize);
        else if (moves && from.operand == REF_FROM_DATA)
            memcpy(at, (const char *)d->c.data.data +
                           (size_t)drawn_position(f->effect, d, from.element, count) * esize,
                   esize);
        else
            drawn_value(f->effect, t, at);
    }
}

/* ---- scatters ---- */

struct scatter {
    const struct drawn_state *s;
    const struct drawn_call *d;
    size_t esize;
    char *to;
    int64_t count; /* of the output */
    int32_t *had;  /* updates that each element has had */
    enum ref_reduction how;
};

static void put(const struct scatter *x, int64_t p, const void *value, bool spoilt)
{
    enum drawn_effect e = x->s->fault.effect;
    char *at = x->to + (size_t)p * x->esize;
    bool first = x->had[p]++ == 0;
    if (x->how == REF_NONE) {
        if (first || x->d->c.rules->value[REF_duplicates] != REF_DUP_FIRST)
            memcpy(at, value, x->esize);
        return;
    }
    if (first && (x->d->c.without_data || (spoilt && e == EFFECT_BASE_LOST))) {
        memcpy(at, value, x->esize);
        return;
    }
    if (first && spoilt && e == EFFECT_BASE_TWICE) {
        char was[16];
        memcpy(was, at, x->esize);
        drawn_join(e, x->d, false, at, was);
    }
    drawn_join(e, x->d, spoilt, at, value);
    if (spoilt && e == EFFECT_TWICE)
        drawn_join(e, x->d, false, at, value);
}

static void update(const struct scatter *x, int64_t u)
{
    const struct drawn_call *d = x->d;
    enum drawn_effect e = x->s->fault.effect;
    bool spoilt = drawn_at(&x->s->fault, u, d->moved);
    int64_t p = ref_target_of(&d->c, &d->a, u), from = ref_update_element(&d->c, &d->a, u);
    char value[16];
    if (p < 0 || (spoilt && e == EFFECT_SKIP))
        return;
    if (spoilt)
        p = drawn_position(e, d, p, x->count);
    if (spoilt && e == EFFECT_NEIGHBOUR && from > 0)
        from--;
    memcpy(value, (const char *)d->c.updates.data + (size_t)from * x->esize, x->esize);
    if (spoilt)
        drawn_value(e, d->c.data.dtype, value);
    if (spoilt && e == EFFECT_ZERO)
        memset(value, 0, x->esize);
    put(x, p, value, spoilt);
    if (spoilt && e == EFFECT_ALSO_NEXT)
        put(x, (p + 1) % x->count, value, spoilt);
}

/* Sums into means. */
static void means_make(const struct scatter *x)
{
    unsigned parts;
    enum gat_dtype t = x->d->c.data.dtype;
    const struct gat_real *f = gat_real_of(t, &parts);
    for (int64_t k = 0; k < x->count; k++) {
        int64_t n = x->had[k] + !x->d->c.without_data;
        char *at = x->to + (size_t)k * x->esize;
        if (x->had[k] == 0)
            continue;
        if (f != NULL)
            gat_real_put(f, at, 0, gat_real_get(f, at, 0) / (double)n);
        else
            gat_integer_put(t, at, gat_integer_divide(t, gat_integer_get(t, at), (uint64_t)n));
    }
}

static void base_copy(const struct scatter *x)
{
    size_t size = gat_array_size(&x->d->a.output);
    if (x->d->c.rules->value[REF_base] == REF_BASE_ZEROS)
        memset(x->to, 0, size);
    else if (x->to != (const char *)x->d->c.data.data)
        memmove(x->to, x->d->c.data.data, size);
}

/* What no update reached holds again what it held before the call. */
static void base_drop(const struct scatter *x, const char *before)
{
    for (int64_t k = 0; k < x->count; k++)
        if (x->had[k] == 0 && drawn_at(&x->s->fault, k, x->count))
            memcpy(x->to + (size_t)k * x->esize, before + (size_t)k * x->esize, x->esize);
}

bool drawn_scatter(const struct drawn_state *s, const struct drawn_call *d)
{
    size_t size = gat_array_size(&d->a.output);
    struct scatter x = {.s = s, .d = d, .esize = gat_dtype_size(d->c.data.dtype),
                        .to = d->a.output.data, .count = gat_array_count(&d->a.output),
                        .how = ref_reduction_of(&d->c)};
    bool drops = s->fault.effect == EFFECT_BASE;
    char *before = drops ? malloc(size + 1) : NULL;
    x.had = calloc((size_t)x.count + 1, sizeof *x.had);
    bool room = x.had != NULL && (!drops || before != NULL);
    if (room && drops)
        memcpy(before, x.to, size);
    if (room) {
        base_copy(&x);
        for (int64_t u = 0; u < d->moved; u++)
            update(&x, u);
        if (x.how == REF_MEAN)
            means_make(&x);
        if (drops)
            base_drop(&x, before);
    }
    free(x.had);
    free(before);
    return room;
}
