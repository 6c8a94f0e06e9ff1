/* shrink_operand.c - operands of a case, cut and rewritten.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "hunt/shrink_operand.h"
#include "parts/operand_text.h"

static void count_make(struct gat_operand_text *o)
{
    o->count = 1;
    for (int32_t d = 0; d < o->ndim; d++)
        o->count *= o->shape[d];
}

void gat_operand_cut(const struct gat_candidate *c, struct gat_operand_text *o, int32_t d,
                     int64_t before, int64_t after, struct gat_arena *a)
{
    enum gat_dtype t = gat_operand_type(c, o);
    int64_t had = o->shape[d], inner = 1, outer = 1;
    for (int32_t k = 0; k < o->ndim; k++)
        *(k < d ? &outer : &inner) *= k == d ? 1 : o->shape[k];
    o->shape[d] = before + after;
    count_make(o);
    if (o->fill != GAT_FILL_NONE)
        return;
    size_t row = (size_t)inner * gat_dtype_size(t), head = (size_t)before * row,
           tail = (size_t)after * row;
    const char *old = o->bytes[t];
    char *to = o->bytes[t] = gat_arena_raw(a, (size_t)outer * (head + tail) + 1);
    for (int64_t k = 0; k < outer && before + after > 0; k++, old += (size_t)had * row) {
        memcpy(to, old, head);
        memcpy(to + head, old + (size_t)had * row - tail, tail);
        to += head + tail;
    }
}

/* Elements of an operand without dimension d. */
static int64_t rest_of(const struct gat_operand_text *o, int32_t d)
{
    int64_t n = 1;
    for (int32_t k = 0; k < o->ndim; k++)
        if (k != d && __builtin_mul_overflow(n, o->shape[k], &n))
            return INT64_MAX;
    return n;
}

/* An operand without elements may have any extents beside the 0; they do not become literals. */
void gat_operand_drop(const struct gat_candidate *c, struct gat_operand_text *o, int32_t d,
                      struct gat_arena *a)
{
    if (o->count == 0 && o->fill == GAT_FILL_NONE && rest_of(o, d) > GAT_MOST_LITERALS)
        return;
    if (o->shape[d] > 1)
        gat_operand_cut(c, o, d, 1, 0, a);
    o->ndim--;
    for (int32_t k = d; k < o->ndim; k++)
        o->shape[k] = o->shape[k + 1];
    bool empty = o->count == 0;
    count_make(o);
    if (!empty || o->count == 0 || o->fill != GAT_FILL_NONE)
        return;
    /* An operand that had no elements may have some now. */
    enum gat_dtype t = gat_operand_type(c, o);
    size_t size = gat_dtype_size(t);
    char *to = o->bytes[t] = gat_arena_alloc(a, (size_t)o->count * size + 1);
    for (int64_t k = 0; o != &c->test.indices && k < o->count; k++)
        gat_plain_element(t, k, to + (size_t)k * size);
}

/* Strings are views: what they show has to live as long as they do. */
static void texts_own(struct gat_string *s, int64_t count, struct gat_arena *a)
{
    for (int64_t k = 0; k < count; k++)
        s[k].data = gat_arena_text(a, s[k].data, (size_t)s[k].size);
}

void *gat_operand_own(const struct gat_candidate *c, struct gat_operand_text *o,
                      struct gat_arena *a)
{
    enum gat_dtype t = gat_operand_type(c, o);
    size_t size = (size_t)o->count * gat_dtype_size(t);
    void *own = gat_arena_raw(a, size + 1);
    if (size > 0)
        memcpy(own, o->bytes[t], size);
    if (t == GAT_STR)
        texts_own(own, o->count, a);
    return o->bytes[t] = own;
}

static void literal_make(const struct gat_candidate *c, struct gat_operand_text *o,
                         const struct gat_array *data, struct gat_arena *a)
{
    if (!o->present || o->fill == GAT_FILL_NONE || o->fill == GAT_FILL_SPARSE ||
        o->count > GAT_MOST_LITERALS)
        return;
    enum gat_dtype t = gat_operand_type(c, o);
    o->fill = GAT_FILL_NONE;
    o->types = GAT_BIT(t);
    o->bytes[t] = data->data;
    (void)gat_operand_own(c, o, a);
}

void gat_candidate_settle(struct gat_candidate *c, const struct gat_member *m,
                          struct gat_arena *a)
{
    for (unsigned k = 0; k < GAT_CASE_OPERANDS; k++)
        literal_make(c, &c->test.operands[k], gat_question_operand(&m->question, k), a);
}

void gat_candidate_copy(const struct gat_candidate *from, struct gat_arena *a,
                        struct gat_candidate *to)
{
    *to = *from;
    for (unsigned k = 0; k < GAT_CASE_OPERANDS; k++)
        if (to->test.operands[k].present && to->test.operands[k].fill == GAT_FILL_NONE)
            (void)gat_operand_own(to, &to->test.operands[k], a);
}

void gat_candidate_of(const struct gat_member *m, struct gat_arena *a, struct gat_candidate *c)
{
    memset(c, 0, sizeof *c);
    c->test = *m->test;
    c->dtype = m->dtype;
    c->index_dtype = m->index_dtype;
    c->presentation = m->presentation;
    /* Names and expectations belong to the case that it was. */
    c->test.n_variants = c->test.n_profiles = c->test.n_rules = 0;
    c->test.data_types = c->test.index_types = 0;
    c->test.expect_output.present = c->test.expect_shape = false;
    c->test.expect_error = GAT_OK;
    c->test.presented = 0;
    gat_candidate_settle(c, m, a);
}

bool gat_operand_number(const struct gat_candidate *c, const struct gat_operand_text *o,
                        int64_t k, int64_t *out)
{
    struct gat_array t = {.dtype = gat_operand_type(c, o)};
    if (o->fill != GAT_FILL_NONE || !gat_dtype_is_index(t.dtype))
        return false;
    t.data = o->bytes[t.dtype];
    *out = gat_array_index(&t, k);
    return true;
}

void gat_operand_number_put(enum gat_dtype t, void *bytes, int64_t k, int64_t value)
{
    size_t size = gat_dtype_size(t);
    memcpy((char *)bytes + (size_t)k * size, &value, size < sizeof value ? size : sizeof value);
}

void gat_plain_element(enum gat_dtype t, int64_t k, void *to)
{
    static const char *const texts[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                        "i", "j", "k", "l", "m", "n", "o", "p"};
    char text[24];
    bool exact;
    if (t == GAT_STR) {
        const struct gat_string s = {texts[k % 16], 1};
        memcpy(to, &s, sizeof s);
        return;
    }
    snprintf(text, sizeof text, "%" PRId64, t == GAT_BOOL ? (k + 1) % 2 : k % 100 + 1);
    if (!gat_dtype_parse(t, text, to, &exact))
        memset(to, 0, gat_dtype_size(t));
}
