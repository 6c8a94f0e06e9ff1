/* drawn_values.c - what indices and elements a call brings.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arith.h"
#include "dtype.h"
#include "drawn_facts_part.h"

enum { MOST_PLACES = 1 << 26, MOST_VALUES = 1 << 23 };

/* ---- indices ---- */

static int64_t folded(int64_t index, int64_t extent)
{
    return index < 0 ? index + extent : index;
}

int64_t drawn_bad_at(const struct drawn_call *d)
{
    int64_t count = gat_array_count(&d->c.indices);
    for (int64_t at = 0; at < count; at++) {
        int64_t index = gat_array_index(&d->c.indices, at), extent = ref_extent(&d->a, at);
        bool wraps = d->c.rules->value[REF_index_domain] == REF_WRAPS;
        if (index >= extent || index < (wraps ? -extent : 0))
            return at;
    }
    return -1;
}

/* The place that tuple number k names, all its dimensions counted through. */
static int64_t place_of(const struct drawn_call *d, int64_t k)
{
    int64_t place = 0, depth = d->a.depth;
    for (int64_t j = 0; j < depth; j++) {
        int64_t extent = ref_extent(&d->a, k * depth + j);
        place = place * extent + folded(gat_array_index(&d->c.indices, k * depth + j), extent);
    }
    return place;
}

/* All places are apart from each other by what stands between the first two. */
static bool in_steps(const struct drawn_call *d, int64_t n, int64_t *step)
{
    *step = place_of(d, 1) - place_of(d, 0);
    for (int64_t k = 2; k < n; k++)
        if (place_of(d, k) - place_of(d, k - 1) != *step)
            return false;
    return true;
}

static bool ascends(const struct drawn_call *d, int64_t n, int64_t sign)
{
    for (int64_t k = 1; k < n; k++)
        if (sign * place_of(d, k) < sign * place_of(d, k - 1))
            return false;
    return true;
}

/* The greatest distance between two picks of one place, from the first of each; 0: none twice. */
static int64_t repeat_of(const struct drawn_call *d, int64_t n)
{
    int64_t places = 1, most = 0;
    for (int64_t j = 0; j < d->a.depth; j++)
        places *= ref_extent(&d->a, j);
    int32_t *first = places > MOST_PLACES ? NULL : calloc((size_t)places + 1, sizeof *first);
    for (int64_t k = 0; first != NULL && k < n; k++) {
        int64_t p = place_of(d, k);
        if (p < 0 || p >= places)
            continue;
        if (first[p] == 0)
            first[p] = (int32_t)k + 1;
        else if (k + 1 - first[p] > most)
            most = k + 1 - first[p];
    }
    free(first);
    return most;
}

static bool signs_hold(bool all, const struct drawn_call *d)
{
    int64_t count = gat_array_count(&d->c.indices), negative = 0;
    for (int64_t at = 0; at < count; at++)
        negative += gat_array_index(&d->c.indices, at) < 0;
    return count >= 2 && negative > 0 && (negative == count) == all;
}

static bool has_last_place(const struct drawn_call *d)
{
    int64_t count = gat_array_count(&d->c.indices);
    for (int64_t at = 0; at < count; at++) {
        int64_t extent = ref_extent(&d->a, at);
        if (extent > 1 && folded(gat_array_index(&d->c.indices, at), extent) == extent - 1)
            return true;
    }
    return false;
}

bool drawn_pattern_holds(enum drawn_condition id, int64_t far, const struct drawn_call *d)
{
    int64_t n = d->a.depth > 0 ? gat_array_count(&d->c.indices) / d->a.depth : 0, step;
    if (id == IF_NEGATIVE_SOME || id == IF_NEGATIVE_ALL)
        return signs_hold(id == IF_NEGATIVE_ALL, d);
    if (id == IF_LAST_PLACE)
        return has_last_place(d);
    if (n < 2 || d->a.stride != 1)
        return false;
    bool steady = in_steps(d, n, &step);
    if (id == IF_EQUAL)
        return steady && step == 0;
    if (id == IF_FAR_REPEAT)
        return repeat_of(d, n) >= far;
    if (n < 3)
        return false;
    bool ordered = ascends(d, n, 1) || ascends(d, n, -1);
    switch ((int)id) {
    case IF_RUN: return steady && step == 1;
    case IF_REVERSED: return steady && step == -1;
    case IF_STEP: return steady && step > 1;
    case IF_SORTED: return ascends(d, n, 1) && !steady && repeat_of(d, n) > 0;
    case IF_DISTINCT: return !ordered && repeat_of(d, n) == 0;
    default: return !ordered && repeat_of(d, n) > 0;
    }
}

bool drawn_bad_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d)
{
    int64_t at = drawn_bad_at(d), count = gat_array_count(&d->c.indices);
    if (at < 0)
        return false;
    int64_t index = gat_array_index(&d->c.indices, at);
    struct drawn_call rest = *d;
    switch ((int)id) {
    case IF_BAD_FIRST: return at == 0;
    case IF_BAD_LAST: return count > 1 && at == count - 1;
    case IF_BAD_FROM: return at >= n;
    case IF_BAD_JUST: return index == ref_extent(&d->a, at);
    case IF_BAD_BELOW: return index < 0;
    case IF_BAD_HUGE: return index > INT32_MAX || index < INT32_MIN;
    default: break;
    }
    for (int64_t k = at + 1; k < count; k++) { /* BAD_ONE: right from there on */
        int64_t other = gat_array_index(&rest.c.indices, k), extent = ref_extent(&d->a, k);
        if (other >= extent || other < -extent)
            return false;
    }
    return count > 1;
}

/* ---- elements ---- */

static bool real_is(enum drawn_condition id, const struct gat_real *f, const char *at)
{
    uint64_t bits = gat_bits_get(f->size, at), rest = bits & ~gat_real_sign(f);
    uint64_t infinity = gat_real_infinity(f);
    switch ((int)id) {
    case IF_NAN: return rest > infinity;
    case IF_DENORMAL: return rest != 0 && rest < UINT64_C(1) << f->mantissa;
    case IF_INFINITY: return rest == infinity;
    case IF_MINUS_ZERO: return rest == 0 && bits != 0;
    default: return false;
    }
}

static bool integer_is(enum drawn_condition id, enum gat_dtype t, const char *at)
{
    enum gat_number number = gat_number_of(t);
    uint64_t x = gat_integer_get(t, at);
    uint64_t magnitude = number == GAT_SIGNED && (int64_t)x < 0 ? 0 - x : x;
    bool negative = number == GAT_SIGNED && (int64_t)x < 0;
    if (id == IF_EXTREME)
        return magnitude == (negative ? gat_integer_least(t) : gat_integer_most(t));
    return id == IF_WIDE && magnitude >= UINT64_C(1) << 24;
}

static bool is_zero(const char *at, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (at[k] != 0)
            return false;
    return true;
}

bool drawn_value_holds(enum drawn_condition id, const struct drawn_call *d)
{
    enum gat_dtype t = d->c.data.dtype;
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    enum gat_number number = gat_number_of(t);
    size_t esize = gat_dtype_size(t);
    int64_t n = gat_array_count(d->values), zeros = 0;
    const char *at = d->values->data;
    bool integer = number == GAT_SIGNED || number == GAT_UNSIGNED;
    if (t == GAT_STR || n > MOST_VALUES || at == NULL)
        return false;
    for (int64_t k = 0; k < n; k++, at += esize) {
        zeros += is_zero(at, esize);
        for (unsigned p = 0; f != NULL && p < parts; p++)
            if (real_is(id, f, at + p * f->size))
                return true;
        if (integer && integer_is(id, t, at))
            return true;
    }
    return id == IF_HAS_ZERO ? zeros > 0 : id == IF_ALL_ZERO && zeros == n && n > 1;
}
