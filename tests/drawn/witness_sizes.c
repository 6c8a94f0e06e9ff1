/* witness_sizes.c - from the conditions of a fault to types and numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arith.h"
#include "dtype.h"
#include "witness_part.h"

const struct ref_variant *witness_variant(const char *name)
{
    for (size_t k = 0; k < ref_variant_count; k++) {
        size_t n = strlen(ref_variants[k].op);
        if (strncmp(name, ref_variants[k].op, n) == 0 && name[n] == '/' &&
            strcmp(name + n + 1, ref_variants[k].variant) == 0)
            return &ref_variants[k];
    }
    return NULL;
}

bool variant_has(const struct ref_variant *v, const char *attribute)
{
    const char *at = strstr(v->attributes, attribute);
    return at != NULL && at > v->attributes && at[-1] == ' ' && at[strlen(attribute)] == ' ';
}

static void low(struct span *s, int64_t n)
{
    s->low = n > s->low ? n : s->low;
}

static void high(struct span *s, int64_t n)
{
    s->high = s->high == 0 || n < s->high ? n : s->high;
}

static void block(struct span *s, int64_t n, bool multiple)
{
    s->block = n;
    s->multiple = multiple;
    s->tail = !multiple;
    low(s, multiple ? n : n + 1);
}

static void want_size(struct want *w, enum drawn_condition id, int64_t n)
{
    switch ((int)id) {
    case IF_PICKS_GE: low(&w->picks, n); break;
    case IF_EXTENT_GE: low(&w->extent, n); break;
    case IF_INNER_GE: low(&w->inner, n); break;
    case IF_ROWS_GE: low(&w->rows, n); break;
    case IF_MOVED_GE: w->moved = n > w->moved ? n : w->moved; break;
    case IF_BYTES_GE: w->bytes = n; break;
    case IF_DATA_GE: w->data_bytes = n; break;
    case IF_PICKS_LT: high(&w->picks, n); break;
    case IF_EXTENT_LT: high(&w->extent, n); break;
    case IF_PICKS_TAIL: block(&w->picks, n, false); break;
    case IF_INNER_TAIL: block(&w->inner, n, false); break;
    case IF_MOVED_TAIL: w->moved_block = n; w->moved = n + 1 > w->moved ? n + 1 : w->moved; break;
    case IF_PICKS_MULTIPLE: block(&w->picks, n, true); break;
    case IF_INNER_MULTIPLE: block(&w->inner, n, true); break;
    case IF_EXTENT_MULTIPLE: block(&w->extent, n, true); break;
    case IF_BYTES_TAIL:
    case IF_BYTES_MULTIPLE:
        w->bytes_block = w->bytes = n;
        w->bytes_tail = id == IF_BYTES_TAIL;
        break;
    default: break;
    }
}

static void want_shape(struct want *w, enum drawn_condition id, int64_t n)
{
    switch ((int)id) {
    case IF_RANK_IS: w->rank = n; break;
    case IF_RANK_GE: w->rank_low = n; break;
    case IF_INDEX_RANK_IS: w->index_rank = n; break;
    case IF_AXIS_FIRST:
    case IF_AXIS_MIDDLE:
    case IF_AXIS_LAST: w->axis = id; break;
    case IF_AXIS_NEGATIVE: w->axis_negative = true; break;
    case IF_BATCHES_GE: w->batches = n; break;
    case IF_DEPTH_IS: w->depth = n; break;
    case IF_EXTENT_ONE: high(&w->extent, 1); break;
    case IF_LONGER: w->longer = true; break;
    case IF_SHORTER: w->shorter = true; break;
    default: break;
    }
}

static void want_other(struct want *w, enum drawn_condition id, int64_t n)
{
    switch ((int)id) {
    case IF_DATA_IS: w->dtype = (int)n; break;
    case IF_ESIZE_IS: w->esize = (size_t)n; break;
    case IF_INDICES_ARE: w->itype = (int)n; break;
    case IF_INDEX_HALF: w->index_half = true; break;
    case IF_PICKS_BEYOND: w->picks_beyond = true; break;
    case IF_STRIDED: w->layout = GAT_STRIDED; break;
    case IF_PERMUTED: w->layout = GAT_PERMUTED; break;
    case IF_OFFSET: w->layout = GAT_OFFSET; break;
    case IF_ODD: w->layout = GAT_ODD; break;
    case IF_IN_PLACE: w->in_place = true; break;
    case IF_FAR_REPEAT: w->far = n; break;
    case IF_BAD_FROM: w->bad_from = n; low(&w->picks, n + 1); break;
    default: break;
    }
}

const struct want want_anything = {
    .index_rank = -1, .dtype = -1, .itype = -1, .not_dtype = -1, .axis = CONDITIONS,
    .pattern = CONDITIONS, .value = CONDITIONS, .bad = CONDITIONS, .layout = GAT_COMPACT,
    .effect = EFFECTS};

struct want want_of(const struct drawn_fault *f)
{
    struct want w = want_anything;
    w.effect = f->effect;
    if (f->site == SITE_EVERY)
        w.moved = f->step;
    if (f->effect == EFFECT_OTHER_ROW)
        w.rows.low = 2;
    w.is_bad = strncmp(drawn_effects[f->effect].name, "accept-", 7) == 0 &&
               f->effect != EFFECT_ACCEPT_AXIS;
    for (unsigned k = 0; k < f->n; k++) {
        enum drawn_condition id = f->when[k].id;
        int64_t n = f->when[k].number;
        const char *kind = drawn_conditions[id].kind;
        want_size(&w, id, n);
        want_shape(&w, id, n);
        want_other(&w, id, n);
        if (strcmp(kind, "pattern") == 0)
            w.pattern = id;
        if (strcmp(kind, "value") == 0)
            w.value = id;
        if (strcmp(kind, "bad") == 0)
            w.bad = id;
    }
    return w;
}

/* ---- types ---- */

static bool is_integer(enum gat_dtype t)
{
    return gat_number_of(t) == GAT_SIGNED || gat_number_of(t) == GAT_UNSIGNED;
}

/* Can elements of the type show the value that is asked for, or the effect? */
static bool type_serves(const struct want *w, enum gat_dtype t)
{
    unsigned parts;
    bool real = gat_real_of(t, &parts) != NULL;
    bool float_value = w->value == IF_NAN || w->value == IF_DENORMAL || w->value == IF_INFINITY ||
                       w->value == IF_MINUS_ZERO;
    bool integer_value = w->value == IF_EXTREME || w->value == IF_WIDE;
    if ((float_value && !real) || (integer_value && !is_integer(t)) ||
        (w->value == IF_WIDE && gat_dtype_size(t) < 4) || (w->value != CONDITIONS && t == GAT_STR))
        return false;
    switch ((int)w->effect) {
    case EFFECT_FLUSH:
    case EFFECT_QUIET:
    case EFFECT_CANONICAL:
    case EFFECT_PLUS_ZERO:
    case EFFECT_NAN_LOST: return real;
    case EFFECT_THROUGH_FLOAT:
        return gat_dtype_size(t) >= 4 && (is_integer(t) || t == GAT_F64 || t == GAT_C128);
    case EFFECT_THROUGH_DOUBLE: return t == GAT_I64 || t == GAT_U64;
    case EFFECT_BYTES_AS_PLACES: return gat_dtype_size(t) > 1;
    case EFFECT_SATURATE:
    case EFFECT_COMPARE_SIGN: return is_integer(t);
    case EFFECT_STALE_SIZE:
    case EFFECT_STALE_SHAPE: return t != GAT_STR;
    default: return true;
    }
}

static bool dtype_choose(struct plan *p)
{
    enum gat_dtype fit[GAT_DTYPE_COUNT];
    unsigned n = 0;
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((p->v->data_types & GAT_BIT(t)) != 0 && (p->w->dtype < 0 || p->w->dtype == t) &&
            p->w->not_dtype != t &&
            (p->w->esize == 0 || gat_dtype_size((enum gat_dtype)t) == p->w->esize) &&
            type_serves(p->w, (enum gat_dtype)t))
            fit[n++] = (enum gat_dtype)t;
    if (n > 0)
        p->dtype = fit[below(p->shapes, n)];
    return n > 0;
}

static int64_t index_most(enum gat_dtype t)
{
    unsigned bits = (unsigned)gat_dtype_size(t) * 8;
    unsigned used = gat_number_of(t) == GAT_SIGNED ? bits - 1 : bits;
    return used >= 63 ? INT64_MAX : (INT64_C(1) << used) - 1;
}

static bool itype_choose(struct plan *p)
{
    enum gat_dtype fit[GAT_DTYPE_COUNT];
    unsigned n = 0;
    bool narrow = p->w->index_half || p->w->picks_beyond;
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((p->v->index_types & GAT_BIT(t)) != 0 && (p->w->itype < 0 || p->w->itype == t) &&
            (!narrow || gat_dtype_size((enum gat_dtype)t) <= 2) && is_integer((enum gat_dtype)t) &&
            (p->w->bad != IF_BAD_HUGE || t == GAT_I64))
            fit[n++] = (enum gat_dtype)t;
    if (n > 0)
        p->itype = fit[below(p->shapes, n)];
    return n > 0;
}

/* ---- sizes ---- */

static int64_t span_choose(struct gat_prng *r, const struct span *s, int64_t room)
{
    int64_t from = s->low > 1 ? s->low : 1;
    int64_t wide = from / 16 > room ? from / 16 : room;
    int64_t to = s->high > 0 && s->high < from + wide ? s->high : from + wide;
    int64_t n = from + below(r, to - from + 1);
    if (s->multiple)
        n = (n + s->block - 1) / s->block * s->block;
    if (s->tail && n % s->block == 0)
        n++;
    return n;
}

static bool span_fits(const struct span *s, int64_t n)
{
    return n >= s->low && n >= 1 && (s->high == 0 || n <= s->high) &&
           (!s->multiple || n % s->block == 0) && (!s->tail || n % s->block != 0);
}

static bool is_ordered(enum drawn_condition pattern)
{
    return pattern == IF_RUN || pattern == IF_REVERSED || pattern == IF_STEP ||
           pattern == IF_DISTINCT;
}

/* How many elements each place has, with bytes as they are asked for. */
static void inner_choose(struct plan *p)
{
    const struct want *w = p->w;
    struct span s = w->inner;
    int64_t esize = (int64_t)gat_dtype_size(p->dtype), step = w->bytes_block / esize;
    if (w->bytes > 0)
        low(&s, (w->bytes + esize - 1) / esize);
    if (w->bytes_block > 0 && step > 1)
        block(&s, step, !w->bytes_tail);
    else if (w->bytes_tail)
        low(&s, 2);
    p->inner = span_choose(p->shapes, &s, below(p->shapes, 2) == 0 ? 0 : 4);
}

static int64_t divide_up(int64_t n, int64_t by)
{
    return (n + by - 1) / (by > 0 ? by : 1);
}

/* Elements number their places along the axis line by line, slices once for each batch. */
static int64_t lines_of(const struct plan *p)
{
    if (p->naming == REF_NAMES_ELEMENTS)
        return p->rows * p->inner;
    return p->naming == REF_NAMES_SLICES || p->naming == REF_NAMES_TUPLES ? p->batches : 1;
}

static bool picks_choose(struct plan *p)
{
    const struct want *w = p->w;
    struct span picks = w->picks;
    int64_t lines = lines_of(p), each = p->naming == REF_NAMES_PLACES ? 1 : p->rows * p->inner;
    if (p->naming == REF_NAMES_TUPLES)
        each = p->batches * p->inner;
    if (w->moved > 0)
        low(&picks, divide_up(w->moved, each));
    if (w->pattern != CONDITIONS && picks.low < 3)
        low(&picks, divide_up(w->pattern == IF_EQUAL ? 2 : 3, lines));
    if (w->far > 0)
        low(&picks, divide_up(w->far + 1, lines) + (lines > 1));
    if (w->picks_beyond)
        low(&picks, index_most(p->itype) + 1);
    if (w->longer)
        low(&picks, w->extent.low > 0 ? w->extent.low + 1 : 2);
    if (is_ordered(w->pattern) && w->extent.high > 0)
        high(&picks, w->extent.high / lines);
    if (w->shorter && w->extent.high > 0)
        high(&picks, w->extent.high - 1);
    p->picks = span_choose(p->shapes, &picks, 6);
    return span_fits(&picks, p->picks);
}

static bool extent_choose(struct plan *p)
{
    const struct want *w = p->w;
    struct span extent = w->extent;
    int64_t lines = lines_of(p), all = p->picks * lines;
    bool scatters =
        p->v->rules.value[REF_duplicates] >= 0 && ref_kernel_find(p->v->kernel)->scatters;
    if (w->data_bytes > 0)
        low(&extent,
            divide_up(w->data_bytes, p->rows * p->inner * (int64_t)gat_dtype_size(p->dtype)));
    if (is_ordered(w->pattern))
        low(&extent, w->pattern == IF_STEP ? 2 * all : all);
    else if (w->pattern == CONDITIONS && scatters && !w->longer && extent.high == 0)
        low(&extent,
            p->naming == REF_NAMES_TUPLES || p->naming == REF_NAMES_ELEMENTS ? p->picks : all);
    if (w->pattern == IF_SORTED || w->pattern == IF_REPEATED || w->pattern == IF_LAST_PLACE)
        low(&extent, 2);
    if (w->shorter)
        low(&extent, p->picks + 1);
    if (w->longer)
        high(&extent, p->picks - 1);
    if (w->index_half)
        low(&extent, index_most(p->itype) / 2 + 2);
    p->extent = span_choose(p->shapes, &extent, 5);
    p->named = index_most(p->itype) < p->extent ? index_most(p->itype) : p->extent;
    return span_fits(&extent, p->extent);
}

/* What an operator has no measure for is 1. */
static bool fixed_fit(struct plan *p)
{
    bool places = p->naming == REF_NAMES_PLACES, windows = ref_names_windows(p->naming);
    if (places)
        p->inner = 1;
    if (places || windows)
        p->rows = p->batches = 1;
    return span_fits(&p->w->rows, p->rows) && (!places || span_fits(&p->w->inner, 1)) &&
           (!places || p->w->bytes <= (int64_t)gat_dtype_size(p->dtype));
}

static bool batches_choose(struct plan *p)
{
    bool has = p->naming == REF_NAMES_TUPLES
                   ? p->v->rules.value[REF_batch_dims] == REF_BATCH_ALLOWED
                   : p->naming == REF_NAMES_SLICES && variant_has(p->v, "batch_dims");
    p->batches = 1;
    if (p->w->batches > 0 && !has)
        return false;
    if (p->w->batches > 0)
        p->batches = p->w->batches + below(p->shapes, 3);
    else if (has && below(p->shapes, 4) == 0)
        p->batches = 1 + below(p->shapes, 3);
    if (p->naming == REF_NAMES_TUPLES && has && p->w->rows.low > p->batches)
        p->batches = p->w->rows.low;
    if (p->naming == REF_NAMES_TUPLES)
        p->rows = p->batches;
    else
        p->rows = divide_up(p->rows, p->batches) * p->batches;
    return true;
}

static bool reduction_choose(struct plan *p)
{
    static const uint32_t sums = 1u << REF_ADD | 1u << REF_MUL,
                          best = 1u << REF_MIN | 1u << REF_MAX;
    uint32_t all = p->v->reductions, fit = all;
    enum drawn_effect e = p->w->effect;
    bool states = variant_has(p->v, "reduction");
    if (!states)
        all = fit = 1u << p->v->rules.value[REF_reduction];
    bool sum = e == EFFECT_TWICE || e == EFFECT_NARROW || e == EFFECT_SATURATE;
    if (sum || e == EFFECT_BASE_TWICE)
        fit = all & (sums | 1u << REF_SUB);
    else if (e == EFFECT_NAN_LOST || e == EFFECT_COMPARE_SIGN)
        fit = all & best;
    else if (e == EFFECT_BASE_LOST)
        fit = all & ~(1u << REF_NONE);
    else if (e < EFFECTS && strcmp(drawn_effects[e].kind, "flush") == 0 &&
             (all & 1u << REF_NONE) != 0)
        fit = 1u << REF_NONE;
    if (sum && (fit & 1u << REF_ADD) != 0 && p->w->value != IF_ALL_ZERO)
        fit = 1u << REF_ADD; /* a long product is 0, or infinite */
    p->reduction = -1;
    if (fit == 0 || !states)
        return fit != 0;
    int64_t at = below(p->shapes, __builtin_popcount(fit));
    for (p->reduction = 0; (fit >> p->reduction & 1) == 0 || at-- > 0;)
        p->reduction++;
    return true;
}

/* Of all operands; where each window has a batch of data for itself, data grow with the picks. */
static double bytes_of(const struct plan *p)
{
    bool batches = p->naming == REF_NAMES_WINDOWS;
    double lines = (double)p->rows * (double)p->inner, picks = (double)p->picks;
    double places = (double)p->extent + 2 * picks;
    if (batches)
        places = picks * ((double)p->extent + 4);
    return lines * places * (double)gat_dtype_size(p->dtype) +
           picks * (double)lines_of(p) * p->depth * (double)gat_dtype_size(p->itype);
}

bool plan_make(struct plan *p, const struct ref_variant *v, const struct want *w,
               struct gat_prng *shapes)
{
    *p = (struct plan){
        .v = v, .w = w, .shapes = shapes, .naming = ref_kernel_find(v->kernel)->naming};
    p->depth = 1;
    if (p->naming == REF_NAMES_TUPLES || p->naming == REF_NAMES_BOXES)
        p->depth = w->depth > 0 ? (int32_t)w->depth : 1 + (int32_t)below(shapes, 3);
    if (w->depth > 0 && p->depth != w->depth)
        return false;
    if (!dtype_choose(p) || !itype_choose(p) || !reduction_choose(p))
        return false;
    p->rows = span_choose(shapes, &w->rows, below(shapes, 2) == 0 ? 0 : 2);
    inner_choose(p);
    if (!batches_choose(p) || !fixed_fit(p) || !picks_choose(p) || !extent_choose(p))
        return false;
    return bytes_of(p) <= WITNESS_MOST_BYTES;
}
