/* sum_stop.c - integer arithmetic that stops at the end of its type.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum_stop.h"

#include <string.h>

#include "arith.h"
#include "dtype.h"

enum { MOST_STEPS = 256, EACH = -1 };

__extension__ typedef __int128 int128;

static enum gat_arith op_of(const struct gat_sum *m)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    return how == REF_MUL ? GAT_MUL : how == REF_SUB ? GAT_SUB : GAT_ADD;
}

/* One step of integers, which stops at the end; false: it does not come there. */
static bool stop_join(enum gat_dtype t, enum gat_arith op, void *to, const void *with)
{
    bool is_signed = gat_number_of(t) == GAT_SIGNED;
    uint64_t a = gat_integer_get(t, to), b = gat_integer_get(t, with), product;
    int128 x = is_signed ? (int128)(int64_t)a : (int128)a;
    int128 y = is_signed ? (int128)(int64_t)b : (int128)b;
    int128 most = (int128)gat_integer_most(t);
    int128 least = is_signed ? -(int128)gat_integer_least(t) : 0;
    bool far = op == GAT_MUL && !is_signed && __builtin_mul_overflow(a, b, &product);
    int128 exact = far              ? most + 1
                   : op == GAT_ADD ? x + y
                   : op == GAT_SUB ? x - y
                                   : x * y;
    if (exact >= least && exact <= most)
        return false;
    gat_integer_put(t, to, (uint64_t)(exact < least ? least : most));
    return true;
}

/* Does it come of stopping at step `stop`, or at EACH?  The others go round. */
static bool fits(const struct gat_sum *m, int64_t stop)
{
    enum gat_dtype t = m->c->data.dtype;
    int64_t first = m->c->without_data ? 1 : 0;
    bool stopped = false;
    char value[16];
    memcpy(value, first > 0 ? gat_sum_update(m, 0) : gat_sum_data(m), m->esize);
    for (int64_t k = first; k < m->n; k++) {
        bool asked = stop == EACH || stop == k;
        if (asked && stop_join(t, op_of(m), value, gat_sum_update(m, k)))
            stopped = true;
        else if (asked && stop != EACH)
            return false;
        else
            gat_arith_join(t, op_of(m), value, gat_sum_update(m, k));
    }
    return stopped && gat_dtype_same(t, value, m->got);
}

static bool is_end(const struct gat_sum *m)
{
    enum gat_dtype t = m->c->data.dtype;
    bool is_signed = gat_number_of(t) == GAT_SIGNED;
    unsigned unused = 64 - 8 * (unsigned)m->esize;
    uint64_t got = gat_integer_get(t, m->got) << unused, top = UINT64_C(1) << 63;
    uint64_t most = (is_signed ? top - 1 : UINT64_MAX) >> unused << unused;
    return got == most || (is_signed && got == top);
}

bool gat_sum_stops(const struct gat_sum *m)
{
    enum gat_number number = gat_number_of(m->c->data.dtype);
    enum ref_reduction how = ref_reduction_of(m->c);
    if ((number != GAT_SIGNED && number != GAT_UNSIGNED) ||
        (how != REF_ADD && how != REF_SUB && how != REF_MUL))
        return false;
    if (is_end(m) || fits(m, EACH))
        return true;
    for (int64_t stop = 0; stop < m->n && m->n <= MOST_STEPS; stop++)
        if (fits(m, stop))
            return true;
    return false;
}
