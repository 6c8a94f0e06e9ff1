/* reduced.c - which tests of a reduction fit which variants, and data that make it exact.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parts/reduced.h"

#include <string.h>

#include "arith.h"
#include "dtype.h"

/* ---- tests and variants ---- */

const char *gat_sparse_misfit(const struct gat_test *t, const struct gat_spec *s)
{
    if (!t->updates.present || t->data.fill != GAT_FILL_SPARSE)
        return NULL;
    if (s->profiles[0].rules.value[REF_base] == REF_BASE_ZEROS)
        return "as each zero of its output has to be written";
    bool combines = s->profiles[0].rules.value[REF_reduction] != REF_NONE ||
                    (t->reduction.given && t->reduction.value != REF_NONE);
    bool simply = t->reduction.given && t->reduction.value != REF_MEAN;
    return combines && !simply ? "as each element keeps the terms that it is made of" : NULL;
}

const char *gat_reduction_misfit(const struct gat_test *t, const struct gat_spec *s)
{
    const struct gat_attr_spec *a = gat_attr_find(s, "reduction");
    int64_t own = s->profiles[0].rules.value[REF_reduction];
    bool values = t->expect_output.present && !t->expect_shape;
    if (!t->updates.present)
        return t->reduction.given ? "reduction" : NULL;
    if (gat_sparse_misfit(t, s) != NULL)
        return "reduction";
    if (!t->reduction.given)
        return values && own != REF_NONE ? "reduction" : NULL;
    bool offered = a != NULL ? (a->values & GAT_BIT(t->reduction.value)) != 0
                             : own == t->reduction.value;
    return offered ? NULL : "reduction";
}

bool gat_reduction_ask(const struct gat_test *t, const struct gat_spec *s, struct ref_case *q)
{
    const struct gat_attr_spec *a = gat_attr_find(s, "reduction");
    q->reduction = a == NULL || !t->reduction.given ? 0 : t->reduction.value + 1;
    q->without_data = t->initial.given && t->initial.value == 0;
    return a != NULL && (t->reduction.given || a->required);
}

/* ---- data ---- */

/* How many updates one element can have. */
static int64_t crowd_of(const struct ref_case *q)
{
    const struct gat_array *indices = &q->indices;
    int64_t axis = q->axis < 0 ? q->axis + indices->ndim : q->axis;
    bool elements = q->kernel->naming == REF_NAMES_ELEMENTS;
    return elements && axis >= 0 && axis < indices->ndim ? indices->shape[axis]
                                                         : gat_array_count(indices);
}

/* Up to here every integer has a value in the type, and its opposite if it has a sign. */
static int64_t integers_of(enum gat_dtype t)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    const int64_t most = 1 << 24;
    if (f != NULL)
        return f->mantissa >= 23 ? most : INT64_C(2) << f->mantissa;
    return gat_integer_most(t) > (uint64_t)most ? most : (int64_t)gat_integer_most(t);
}

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    return z ^ z >> 27;
}

/* A term of magnitude 1 to `most`; where that leaves one value or none, some are 0. */
static int64_t summand(uint64_t ordinal, int64_t room, int64_t crowd)
{
    int64_t most = room / (crowd + 1);
    if (most == 0)
        return mixed(ordinal) % (uint64_t)((crowd + room) / room) == 0;
    if (most == 1) /* two values at least */
        return ordinal % 5 != 0;
    if (most > 4093)
        most = 4093;
    return 1 + (int64_t)(ordinal * 37 % (uint64_t)most);
}

/* 1, and as many others as the product of all can bear. */
static int64_t factor(uint64_t ordinal, int64_t room, int64_t crowd)
{
    static const int64_t others[] = {3, 2, 5, 2};
    int bits = 63 - __builtin_clzll((uint64_t)room);
    uint64_t step = (uint64_t)(2 * (crowd + 1) / bits + 1);
    return ordinal % step == 0 ? others[ordinal / step % 4] : 1;
}

static void number_put(enum gat_dtype t, void *element, unsigned part, int64_t value)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (f != NULL)
        gat_real_put(f, element, part, (double)value);
    else
        gat_integer_put(t, element, (uint64_t)value);
}

bool gat_fill_terms(const struct ref_case *q, uint64_t ordinal, struct gat_array *t)
{
    enum ref_reduction r = ref_reduction_of(q);
    enum gat_number number = gat_number_of(t->dtype);
    bool sums = r == REF_ADD || r == REF_MEAN || r == REF_SUB;
    bool from_top = r == REF_SUB && number == GAT_UNSIGNED && t == &q->data;
    if ((!sums && r != REF_MUL) || number == GAT_NO_NUMBER)
        return false;
    int64_t room = integers_of(t->dtype), crowd = crowd_of(q), count = gat_array_count(t);
    char *at = t->data;
    for (int64_t k = 0; k < count; k++, at += gat_dtype_size(t->dtype))
        for (unsigned part = 0; part <= (number == GAT_COMPLEX); part++) {
            uint64_t n = ordinal + (uint64_t)k + 3 * part;
            int64_t value = sums ? summand(n, room, crowd) : factor(n, room, crowd);
            bool minus = number != GAT_UNSIGNED && (mixed(n) & 1) != 0;
            /* Unsigned data are large enough for all that is subtracted. */
            number_put(t->dtype, at, part, from_top ? room - value : minus ? -value : value);
        }
    return true;
}

/* The neutral value of a reduction, in the type. */
static void neutral_put(enum ref_reduction r, enum gat_dtype t, void *to)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    bool least = r == REF_MAX, most = r == REF_MIN;
    for (unsigned part = 0; f != NULL && part < parts; part++) {
        uint64_t one = most || least ? gat_real_infinity(f) : 0;
        uint64_t sign = least || r == REF_ADD || r == REF_MEAN ? gat_real_sign(f) : 0;
        gat_bits_put(one | sign, f->size, (char *)to + part * f->size);
    }
    if (f != NULL && r == REF_MUL)
        gat_real_put(f, to, 0, 1);
    if (f == NULL)
        gat_integer_put(t, to, most              ? gat_integer_most(t)
                               : least           ? 0 - gat_integer_least(t)
                               : (uint64_t)(r == REF_MUL));
}

bool gat_fill_neutral(const struct ref_case *q, struct gat_array *t)
{
    enum ref_reduction r = ref_reduction_of(q);
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    if (r == REF_NONE || gat_number_of(t->dtype) == GAT_NO_NUMBER)
        return false;
    for (int64_t k = 0; k < count; k++)
        neutral_put(r, t->dtype, (char *)t->data + (size_t)k * size);
    return true;
}
