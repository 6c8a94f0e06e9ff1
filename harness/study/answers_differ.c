/* answers_differ.c - do two answers to one question differ in what they admit?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "real.h"
#include "study/answers_differ.h"

static bool is_open(const struct ref_answer *a, int64_t element)
{
    return a->unspecified != NULL && a->unspecified[element] != 0;
}

/* Were several different values offered for this element, any of which will do? */
static bool has_choice(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    size_t size = gat_dtype_size(a->output.dtype);
    const char *updates = c->updates.data;
    const char *first = (const char *)a->output.data + (size_t)element * size;
    if (a->last_writer == NULL)
        return false;
    for (int64_t u = a->last_writer[element]; u > 0; u = a->earlier_writer[u - 1])
        if (!gat_dtype_same(a->output.dtype,
                            updates + (size_t)ref_update_element(c, a, u - 1) * size, first))
            return true;
    return false;
}

/* Do the two admit different numbers for this element? */
static bool ranges_part(const struct ref_answer *x, const struct ref_answer *y, int64_t element)
{
    unsigned parts;
    if (gat_real_of(x->output.dtype, &parts) == NULL || (x->ranges == NULL && y->ranges == NULL))
        return false;
    for (unsigned k = 0; k < parts; k++) {
        struct ref_range r = ref_ranges_of(x, element)[k], s = ref_ranges_of(y, element)[k];
        bool alone = (r.also & s.also & REF_BITS_ALONE) != 0;
        if (!alone && (r.also != s.also || (r.low <= r.high) != (s.low <= s.high) ||
                       (r.low <= r.high && (r.low != s.low || r.high != s.high))))
            return true;
    }
    return false;
}

/* Do two scatters into sparse data differ?  Their elements have one writer each; an element
 * that only one of the two holds is a hole, and zero, in the other. */
static bool sparse_part(const struct gat_array *x, const struct gat_array *y)
{
    size_t size = gat_dtype_size(x->dtype);
    int64_t n = gat_array_count(x), at = 0;
    while (at < n) {
        int64_t ours = gat_array_filled(x, at), theirs = gat_array_filled(y, at);
        at = ours < theirs ? ours : theirs;
        if (at < n && !gat_dtype_same(x->dtype, (const char *)x->data + (size_t)at * size,
                                      (const char *)y->data + (size_t)at * size))
            return true;
        at++;
    }
    return false;
}

bool gat_answers_part(const struct ref_case *c, const struct ref_answer *x,
                      const struct ref_answer *y)
{
    if (x->demand != y->demand)
        return true;
    if (x->demand == REF_FREE || x->demand == REF_MUST_REPORT)
        return false;
    if (x->output.ndim != y->output.ndim || x->output.dtype != y->output.dtype ||
        memcmp(x->output.shape, y->output.shape,
               (size_t)x->output.ndim * sizeof x->output.shape[0]) != 0)
        return true;
    if (x->output.sparse != NULL)
        return sparse_part(&x->output, &y->output);
    size_t size = gat_dtype_size(x->output.dtype);
    int64_t n = gat_array_count(&x->output);
    for (int64_t e = 0; e < n; e++) {
        const char *ours = (const char *)x->output.data + (size_t)e * size;
        const char *theirs = (const char *)y->output.data + (size_t)e * size;
        if (is_open(x, e) != is_open(y, e) || has_choice(c, x, e) != has_choice(c, y, e))
            return true;
        if (!is_open(x, e) && ranges_part(x, y, e))
            return true;
        if (!is_open(x, e) && !gat_dtype_same(x->output.dtype, ours, theirs))
            return true;
    }
    return false;
}
