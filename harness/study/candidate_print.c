/* candidate_print.c - a candidate as one line of YAML.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arith.h"
#include "dtype.h"
#include "suite/attribute.h"
#include "study/candidate_print.h"
#include "suite/candidate.h"
#include "suite/operand_text.h"

struct line {
    char text[1024];
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->used, sizeof l->text - l->used, format, args);
    va_end(args);
    l->used += n > 0 ? (size_t)n : 0;
    if (l->used >= sizeof l->text)
        l->used = sizeof l->text - 1;
}

static void shape_put(struct line *l, const char *key, int32_t ndim, const int64_t *shape)
{
    put(l, "%s: [", key);
    for (int32_t d = 0; d < ndim; d++)
        put(l, "%s%" PRId64, d > 0 ? ", " : "", shape[d]);
    put(l, "]");
}

static int64_t nested_put(struct line *l, const struct gat_operand_text *o, enum gat_dtype t,
                          int32_t d, int64_t at)
{
    char text[64];
    if (d == o->ndim) {
        gat_dtype_print(t, (const char *)o->bytes[t] + (size_t)at * gat_dtype_size(t), text,
                        sizeof text);
        put(l, "%s", text);
        return at + 1;
    }
    put(l, "[");
    for (int64_t k = 0; k < o->shape[d]; k++) {
        put(l, "%s", k > 0 ? ", " : "");
        at = nested_put(l, o, t, d + 1, at);
    }
    put(l, "]");
    return at;
}

static void operand_put(struct line *l, const char *key, const struct gat_operand_text *o,
                        enum gat_dtype dtype)
{
    bool fixed = o->dtype != GAT_DTYPE_COUNT;
    if (!o->present)
        return;
    put(l, "%s%s: ", l->used > 1 ? ", " : "", key);
    if (!fixed && o->fill == GAT_FILL_NONE && o->count > 0) {
        nested_put(l, o, dtype, 0, 0);
        return;
    }
    put(l, "{");
    shape_put(l, "shape", o->ndim, o->shape);
    if (o->fill != GAT_FILL_NONE) {
        put(l, ", fill: %s", gat_fill_name(o->fill));
    } else if (fixed) {
        char text[64];
        size_t size = gat_dtype_size(o->dtype);
        put(l, ", values: [");
        for (int64_t k = 0; k < o->count; k++) {
            gat_dtype_print(o->dtype, (const char *)o->bytes[o->dtype] + (size_t)k * size, text,
                            sizeof text);
            put(l, "%s%s", k > 0 ? ", " : "", text);
        }
        put(l, "]");
    }
    if (fixed)
        put(l, ", dtype: %s", gat_dtype_name(o->dtype));
    put(l, "}");
}

/* Values that are written as 1.0 or false fit one type alone. */
static bool is_of_one_type(const struct gat_candidate *c)
{
    const struct gat_operand_text *d = &c->test.data;
    enum gat_number n = gat_number_of(c->dtype);
    return d->dtype == GAT_DTYPE_COUNT && d->fill == GAT_FILL_NONE && d->count > 0 &&
           n != GAT_SIGNED && n != GAT_UNSIGNED;
}

const char *gat_candidate_print(const struct gat_candidate *c, struct gat_arena *a)
{
    const struct gat_test *t = &c->test;
    struct line l = {.used = 1, .text = "{"};
    operand_put(&l, "data", &t->data, c->dtype);
    operand_put(&l, "indices", &t->indices, c->index_dtype);
    operand_put(&l, "updates", &t->updates, c->dtype);
    operand_put(&l, "axis", &t->axis_tensor, GAT_I64);
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++) {
        char text[GAT_ATTRIBUTE_TEXT];
        if (!gat_attribute_given(t, k) || (k == GAT_A_axis && !t->axis.given))
            continue;
        gat_attribute_print(t, k, text, sizeof text);
        put(&l, ", %s: %s", gat_attribute_table[k].name, text);
    }
    if (is_of_one_type(c))
        put(&l, ", types: [%s]", gat_dtype_name(c->dtype));
    put(&l, "}");
    return gat_arena_text(a, l.text, l.used);
}
