/* operand_text.c - an operand as a person writes it.
 *
 * Literals are turned into bytes of every type in which they have a value when the
 * file is read, so that making a case is a copy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "files/word_lists.h"
#include "parts/operand_text.h"
#include "real.h"

const char *const gat_operand_names[GAT_CASE_OPERANDS] = {"data", "indices", "updates", "axis"};

const struct gat_array *gat_question_operand(const struct ref_case *q, unsigned k)
{
    const struct gat_array *operands[] = {&q->data, &q->indices, &q->updates, &q->axis_tensor};
    return operands[k];
}

enum { MOST_BYTES = 1 << 30 };               /* of one operand */
#define MOST_SPARSE_BYTES (INT64_C(1) << 37) /* as much fits into a worker's giant window */

static const char *const fill_names[] = {
    "none",  "distinct", "zeros", "iota",  "nan_payloads", "specials", "mixed",         "strings",
    "alike", "sparse",   "cycle", "reverse", "random",     "random_signed", NULL};

const char *gat_fill_name(enum gat_fill fill)
{
    return fill_names[fill];
}

bool gat_shape_read(const struct gat_node *n, int32_t *ndim, int64_t *shape, struct gat_error *e)
{
    if (n->kind != GAT_NODE_LIST)
        return gat_node_fail(e, n, "a list of extents is due here, [] for rank 0");
    if (n->count > GAT_MAX_RANK)
        return gat_node_fail(e, n, "at most %d dimensions", GAT_MAX_RANK);
    for (size_t k = 0; k < n->count; k++)
        if (!gat_node_int(n->items[k], &shape[k], e))
            return false;
    *ndim = (int32_t)n->count;
    return true;
}

static bool shape_bounded(const struct gat_node *n, struct gat_operand_text *t, struct gat_error *e)
{
    if (!gat_shape_count(t->ndim, t->shape, &t->count))
        return gat_node_fail(e, n, "the product of these extents does not fit into 63 bits");
    if (t->fill == GAT_FILL_SPARSE)
        return t->count <= MOST_SPARSE_BYTES / 16 ||
               gat_node_fail(e, n, "more than 128 GiB in the largest element type");
    return t->count <= MOST_BYTES / 16 ||
           gat_node_fail(e, n, "more than 1 GiB in the largest element type%s",
                         t->count <= MOST_SPARSE_BYTES / 16 ? "; data may have fill: sparse" : "");
}

bool gat_extents_read(const struct gat_node *n, struct gat_operand_text *t, struct gat_error *e)
{
    if (!gat_shape_read(n, &t->ndim, t->shape, e))
        return false;
    for (int32_t d = 0; d < t->ndim; d++)
        if (t->shape[d] < 0)
            return gat_node_fail(e, n->items[d], "an extent is 0 or more");
    return shape_bounded(n, t, e);
}

/* The literals of a nested list in C order, while its shape is found out. */
struct literals {
    const struct gat_node **items;
    size_t count;
};

static void literal_add(struct gat_arena *a, struct literals *l, const struct gat_node *n)
{
    GAT_GROW(a, l->items, l->count);
    l->items[l->count++] = n;
}

static bool nested_read(struct gat_arena *a, const struct gat_node *n, int32_t depth,
                        struct gat_operand_text *t, struct literals *l, struct gat_error *e)
{
    if (n->kind == GAT_NODE_MAP)
        return gat_node_fail(e, n, "a literal or a list is due here, not a map");
    if (n->kind == GAT_NODE_TEXT) {
        if (n->size == 0 && !n->quoted)
            return gat_node_fail(e, n, "a literal is due here; \"\" is an empty text");
        if (t->ndim >= 0 && t->ndim != depth)
            return gat_node_fail(e, n, "a list is due here: its neighbours are lists");
        t->ndim = depth;
        literal_add(a, l, n);
        return true;
    }
    if (depth >= GAT_MAX_RANK)
        return gat_node_fail(e, n, "at most %d dimensions", GAT_MAX_RANK);
    if (t->ndim >= 0 && depth >= t->ndim)
        return gat_node_fail(e, n, "a literal is due here: its neighbours are literals");
    if (t->shape[depth] >= 0 && t->shape[depth] != (int64_t)n->count)
        return gat_node_fail(e, n, "a list as long as its neighbours is due here: %u against %lld",
                             n->count, (long long)t->shape[depth]);
    t->shape[depth] = (int64_t)n->count;
    if (n->count == 0 && t->ndim < 0)
        t->ndim = depth + 1;
    for (size_t k = 0; k < n->count; k++)
        if (!nested_read(a, n->items[k], depth + 1, t, l, e))
            return false;
    return true;
}

/* Literals that are all short integers, or all bits in hexadecimal digits: most are, and
 * then no text has to be parsed sixteen times. */
struct small {
    int64_t *values;
    int64_t low, high;
    size_t size; /* of the longest text */
    bool hex;
};

enum {
    MOST_DIGITS = 15,
    MOST_REAL = 9999 /* finite in every float type, so rounding it is all that happens */
};

static int digit_of(char c, bool hex)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return hex && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool small_read(const struct gat_node *n, bool hex, int64_t *out)
{
    const char *c = n->text;
    bool minus = !hex && *c == '-';
    size_t prefix = hex ? 2 : minus;
    if (n->size <= prefix || n->size > prefix + MOST_DIGITS || (minus && c[1] == '0'))
        return false;
    *out = 0;
    for (size_t i = prefix; i < n->size; i++) {
        int digit = digit_of(c[i], hex);
        if (digit < 0)
            return false;
        *out = (hex ? 16 : 10) * *out + digit;
    }
    *out = minus ? -*out : *out;
    return true;
}

static bool small_integers(struct gat_arena *a, const struct literals *l, struct small *out)
{
    *out = (struct small){.hex = l->count > 0 && strncmp(l->items[0]->text, "0x", 2) == 0};
    out->values = gat_arena_raw(a, l->count * sizeof *out->values + 1);
    for (size_t k = 0; k < l->count; k++) {
        int64_t *v = &out->values[k];
        if ((out->hex && strncmp(l->items[k]->text, "0x", 2) != 0) ||
            !small_read(l->items[k], out->hex, v))
            return false;
        out->size = l->items[k]->size > out->size ? l->items[k]->size : out->size;
        out->low = *v < out->low ? *v : out->low;
        out->high = *v > out->high ? *v : out->high;
    }
    return true;
}

/* Can the type have all integers from low to high?  A float takes what it has to round. */
static bool type_has(enum gat_dtype t, const struct small *s)
{
    struct gat_scalar_type type = gat_dtype_code(t);
    unsigned parts;
    if (t == GAT_BOOL)
        return s->low >= 0 && s->high <= 1;
    if (t == GAT_STR || gat_real_of(t, &parts) != NULL || type.bits == 64)
        return s->low >= 0 || type.code != 1;
    int64_t most = INT64_MAX >> (64 - type.bits);
    return type.code == 1 ? s->low >= 0 && s->high <= 2 * most + 1
                          : s->low >= -most - 1 && s->high <= most;
}

/* A small integer as an element; false where its text has to tell. */
static bool small_put(enum gat_dtype t, const struct small *s, size_t k, char *to)
{
    int64_t value = s->values[k];
    size_t size = gat_dtype_size(t);
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    bool is_float = f != NULL;
    bool told = s->hex ? t == GAT_BOOL || parts > 1 || (is_float && s->size > 2 + 2 * size)
                       : is_float && (value < -MOST_REAL || value > MOST_REAL);
    if (t == GAT_STR || told)
        return false;
    if (!is_float || s->hex)
        memcpy(to, &value, size); /* little-endian, as DLPack is */
    for (unsigned part = 0; is_float && !s->hex && part < parts; part++)
        gat_real_put(f, to, part, part == 0 ? (double)value : 0);
    return true;
}

static bool literal_put(enum gat_dtype t, const struct gat_node *n, char *to)
{
    struct gat_string view = {n->text, n->size};
    if (t != GAT_STR)
        return strlen(n->text) == n->size && gat_dtype_parse(t, n->text, to, NULL);
    memcpy(to, &view, sizeof view);
    return true;
}

/* The literals in each of these types in which all have a value. */
static void literals_parse(struct gat_arena *a, const struct literals *l, uint32_t wanted,
                           struct gat_operand_text *t)
{
    struct small s;
    bool small = small_integers(a, l, &s);
    for (int k = 0; k < GAT_DTYPE_COUNT; k++) {
        enum gat_dtype type = (enum gat_dtype)k;
        size_t esize = gat_dtype_size(type);
        bool good = (wanted & GAT_BIT(k)) != 0 && (!small || type_has(type, &s));
        if (!good)
            continue;
        char *bytes = gat_arena_raw(a, l->count * esize + 1);
        for (size_t i = 0; good && i < l->count; i++)
            good = (small && small_put(type, &s, i, bytes + i * esize)) ||
                   literal_put(type, l->items[i], bytes + i * esize);
        if (good) {
            t->bytes[k] = bytes;
            t->types |= GAT_BIT(k);
        }
    }
}

bool gat_operand_blame(const struct gat_node *n, uint32_t types, struct gat_error *e)
{
    struct gat_arena scratch = {0};
    struct gat_operand_text probe = {.types = 0};
    const struct literals one = {&n, 1};
    char first[200] = "";
    if (n->kind != GAT_NODE_TEXT) {
        const struct gat_node *values = n->kind == GAT_NODE_MAP ? gat_node_get(n, "values") : n;
        for (size_t k = 0; values != NULL && k < values->count; k++)
            if (gat_operand_blame(values->items[k], types, e))
                return true;
        return false;
    }
    literals_parse(&scratch, &one, types, &probe);
    gat_arena_free(&scratch);
    if (probe.types != 0)
        return false;
    for (int k = 0, shown = 0; k < GAT_DTYPE_COUNT; k++)
        if ((types & GAT_BIT(k)) != 0 && shown++ < 6)
            snprintf(first + strlen(first), sizeof first - strlen(first), "%s%s",
                     shown == 1   ? ""
                     : shown == 6 ? ", ..."
                                  : ", ",
                     shown == 6 ? "" : gat_dtype_name((enum gat_dtype)k));
    (void)gat_node_fail(e, n, "'%.40s' is no value of %s", n->text, first);
    return true;
}

static bool literals_take(struct gat_arena *a, const struct gat_node *n, const struct literals *l,
                          uint32_t wanted, struct gat_operand_text *t, struct gat_error *e)
{
    if (t->dtype != GAT_DTYPE_COUNT)
        wanted = GAT_BIT(t->dtype);
    t->fill = GAT_FILL_NONE;
    literals_parse(a, l, wanted, t);
    if (t->types != 0)
        return true;
    return !gat_operand_blame(n, wanted, e) &&
           gat_node_fail(e, n, "no single element type has all of these literals");
}

static bool fill_read(const struct gat_node *n, enum gat_operand_use use,
                      struct gat_operand_text *t, struct gat_error *e)
{
    const char *text;
    if (!gat_node_text(n, &text, e))
        return false;
    for (int k = 1; fill_names[k] != NULL; k++) {
        if (strcmp(fill_names[k], text) != 0)
            continue;
        bool for_index = k >= GAT_FILL_CYCLE || k == GAT_FILL_ZEROS;
        bool for_data = k < GAT_FILL_CYCLE && (k != GAT_FILL_SPARSE || use == GAT_USE_SOURCE);
        if (use == GAT_USE_INDEX ? !for_index : !for_data)
            return gat_node_fail(e, n, "'%s' does not fill %s", text,
                                 use == GAT_USE_INDEX                        ? "indices"
                                 : use == GAT_USE_DATA && k < GAT_FILL_CYCLE ? "this operand"
                                                                             : "data");
        t->fill = (enum gat_fill)k;
        return true;
    }
    return gat_unknown_fail(e, n, "fill", fill_names + 1);
}

/* Can this fill make elements of the type that is fixed? */
static bool fill_fits(const struct gat_node *n, enum gat_operand_use use,
                      const struct gat_operand_text *t, struct gat_error *e)
{
    if (t->dtype == GAT_DTYPE_COUNT)
        return true;
    if (t->fill == (t->dtype == GAT_STR ? GAT_FILL_SPARSE : GAT_FILL_STRINGS))
        return gat_node_fail(e, n, "'%s' does not fill %s", gat_fill_name(t->fill),
                             gat_dtype_name(t->dtype));
    int code = gat_dtype_code(t->dtype).code;
    return use != GAT_USE_INDEX || code <= 1 ||
           gat_node_fail(e, n, "no fill makes indices of type %s; give values",
                         gat_dtype_name(t->dtype));
}

static bool dtype_read(const struct gat_node *n, struct gat_operand_text *t, struct gat_error *e)
{
    uint32_t set;
    if (n->kind != GAT_NODE_TEXT)
        return gat_node_fail(e, n, "one element type is due here");
    if (!gat_types_read(n, 0, &set, e))
        return false;
    t->dtype = gat_dtype_find(n->text);
    return t->dtype != GAT_DTYPE_COUNT || gat_node_fail(e, n, "one element type is due here");
}

static bool map_read(struct gat_arena *a, const struct gat_node *n, enum gat_operand_use use,
                     uint32_t wanted, struct gat_operand_text *t, struct gat_error *e)
{
    static const char *const keys[] = {"shape", "fill", "values", "dtype", NULL};
    const struct gat_node *shape = gat_node_get(n, "shape");
    const struct gat_node *values = gat_node_get(n, "values");
    const struct gat_node *fill = gat_node_get(n, "fill");
    const struct gat_node *dtype = gat_node_get(n, "dtype");
    struct literals l = {0};
    if (!gat_node_keys(n, keys, e))
        return false;
    if (shape == NULL)
        return gat_node_fail(e, n, "the key 'shape' is missing");
    t->fill = use == GAT_USE_INDEX ? GAT_FILL_CYCLE : GAT_FILL_DISTINCT;
    if (fill != NULL && values != NULL)
        return gat_node_fail(e, fill, "either 'fill' or 'values', not both");
    if ((fill != NULL && !fill_read(fill, use, t, e)) || !gat_extents_read(shape, t, e) ||
        (dtype != NULL && !dtype_read(dtype, t, e)))
        return false;
    if (values == NULL)
        return fill_fits(fill != NULL ? fill : n, use, t, e);
    if (values->kind != GAT_NODE_LIST || (int64_t)values->count != t->count)
        return gat_node_fail(e, values, "a flat list of %lld literals is due here",
                             (long long)t->count);
    for (size_t k = 0; k < values->count; k++) {
        const struct gat_node *one = values->items[k];
        if (one->kind != GAT_NODE_TEXT || (one->size == 0 && !one->quoted))
            return gat_node_fail(e, one, "a literal is due here");
        literal_add(a, &l, values->items[k]);
    }
    return literals_take(a, values, &l, wanted, t, e);
}

bool gat_operand_read(struct gat_arena *a, const struct gat_node *n, enum gat_operand_use use,
                      uint32_t wanted, struct gat_operand_text *out, struct gat_error *e)
{
    struct literals l = {0};
    *out = (struct gat_operand_text){
        .present = true, .dtype = GAT_DTYPE_COUNT, .line = n->line, .column = n->column};
    if (n->kind == GAT_NODE_MAP)
        return map_read(a, n, use, wanted, out, e);
    out->ndim = -1;
    for (int d = 0; d < GAT_MAX_RANK; d++)
        out->shape[d] = -1;
    if (!nested_read(a, n, 0, out, &l, e))
        return false;
    for (int32_t d = 0; d < out->ndim; d++)
        if (out->shape[d] < 0)
            return gat_node_fail(e, n,
                                 "an empty list does not tell its shape; write "
                                 "{shape: [...]}");
    return shape_bounded(n, out, e) && literals_take(a, n, &l, wanted, out, e);
}
