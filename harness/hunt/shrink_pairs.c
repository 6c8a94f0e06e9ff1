/* shrink_pairs.c - steps that change two operands, each in a dimension of its own.
 *
 * Where indices are tuples, updates have the slices of data after the places of the
 * indices: what data lose at the end, updates lose too, and a dimension of data that goes
 * takes an index out of every tuple.  Where an index names a slice across a later axis, it goes
 * with the updates in its place.  Indices of several dimensions become a row of them, and so do
 * two dimensions of data.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hunt/shrink_operand.h"
#include "hunt/shrink_pairs.h"
#include "hunt/shrink_steps.h"

struct pairs {
    const struct gat_candidate *from;
    struct gat_arena *a;
    gat_step_see *see;
    void *user;
};

/* The operand that is cut as updates are: data, or indices. */
static struct gat_operand_text *partner(struct gat_candidate *c, bool indices)
{
    return indices ? &c->test.indices : &c->test.data;
}

/* Cut two operands alike; `last` keeps the end of both. */
static bool cut_both(struct pairs *p, bool indices, int32_t d, int32_t u, int64_t to, bool last)
{
    struct gat_candidate c = *p->from;
    int64_t before = last ? 0 : to, after = last ? to : 0;
    gat_operand_cut(&c, partner(&c, indices), d, before, after, p->a);
    gat_operand_cut(&c, &c.test.updates, u, before, after, p->a);
    return p->see(p->user, &c);
}

static bool drop_both(struct pairs *p, bool indices, int32_t d, int32_t u)
{
    struct gat_candidate c = *p->from;
    gat_operand_drop(&c, partner(&c, indices), d, p->a);
    gat_operand_drop(&c, &c.test.updates, u, p->a);
    return p->see(p->user, &c);
}

static bool both_smaller(struct pairs *p, bool indices, int32_t d, int32_t u)
{
    struct gat_candidate c = *p->from;
    int64_t n = partner(&c, indices)->shape[d];
    const int64_t sizes[] = {1, 0, n / 2, n - n / 8, n - 1};
    if (c.test.updates.shape[u] != n)
        return false;
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        if (sizes[k] >= 0 && sizes[k] < n &&
            (cut_both(p, indices, d, u, sizes[k], false) ||
             cut_both(p, indices, d, u, sizes[k], true)))
            return true;
    return drop_both(p, indices, d, u);
}

/* Some dimension of this operand and one of updates that is as long.  Indices that have it in
 * the same place lose it with updates in other steps. */
static bool either_smaller(struct pairs *p, bool indices)
{
    struct gat_candidate c = *p->from;
    int32_t rank = partner(&c, indices)->ndim;
    for (int32_t d = 0; d < rank; d++)
        for (int32_t u = 0; c.test.updates.present && u < c.test.updates.ndim; u++)
            if ((!indices || u != d) && both_smaller(p, indices, d, u))
                return true;
    return false;
}

/* Remove dimension d of data, and its index from each tuple: as many indices precede that one
 * as there are dimensions before d that are no batches. */
static bool tuples(struct pairs *p, int32_t d)
{
    int32_t last = p->from->test.indices.ndim - 1;
    int64_t depth = last >= 0 ? p->from->test.indices.shape[last] : 0;
    for (int64_t at = 0; depth > 1 && at < depth && at <= d; at++) {
        struct gat_candidate c = *p->from;
        gat_operand_drop(&c, &c.test.data, d, p->a);
        gat_operand_cut(&c, &c.test.indices, last, at, depth - 1 - at, p->a);
        if (p->see(p->user, &c))
            return true;
    }
    return false;
}

/* Dimensions d and d + 1 become one; false: the operand has no such two. */
static bool dimensions_join(struct gat_operand_text *o, int32_t d)
{
    if (!o->present || d + 1 >= o->ndim ||
        __builtin_mul_overflow(o->shape[d], o->shape[d + 1], &o->shape[d]))
        return false; /* extents beside a 0 may be any */
    o->ndim--;
    for (int32_t k = d + 1; k < o->ndim; k++)
        o->shape[k] = o->shape[k + 1];
    return true;
}

/* Dimensions i and i + 1 of indices become one, and so do those of updates from u on; then
 * one index alone can go. */
static bool join(struct pairs *p, int32_t i, int32_t u)
{
    struct gat_candidate c = *p->from;
    return dimensions_join(&c.test.indices, i) && (u < 0 || dimensions_join(&c.test.updates, u)) &&
           p->see(p->user, &c);
}

static bool joins(struct pairs *p)
{
    const struct gat_operand_text *o = &p->from->test.indices, *updates = &p->from->test.updates;
    for (int32_t i = 0; i + 1 < o->ndim; i++) {
        if (!updates->present && join(p, i, -1))
            return true;
        for (int32_t u = 0; updates->present && u + 1 < updates->ndim; u++)
            if (updates->shape[u] == o->shape[i] && updates->shape[u + 1] == o->shape[i + 1] &&
                join(p, i, u))
                return true;
    }
    return false;
}

/* Dimensions d and d + 1 of data become one, alone or with those of indices and updates in the
 * same place: a failure that depends on the number of elements needs one extent that can be cut
 * finely. */
static bool data_join(struct pairs *p, int32_t d, bool others)
{
    struct gat_candidate c = *p->from;
    struct gat_test *t = &c.test;
    gat_axis_follow(&c, d);
    if (!dimensions_join(&t->data, d))
        return false;
    if (others && !dimensions_join(&t->indices, d))
        return false;
    if (others && t->updates.present && !dimensions_join(&t->updates, d))
        return false;
    if (others && t->batch_dims.given && d < t->batch_dims.value)
        t->batch_dims.value--;
    return p->see(p->user, &c);
}

bool gat_pair_steps(const struct gat_candidate *c, struct gat_arena *scratch, gat_step_see *see,
                    void *user)
{
    struct pairs p = {c, scratch, see, user};
    if (either_smaller(&p, false) || either_smaller(&p, true))
        return true;
    for (int32_t d = 0; d < c->test.data.ndim; d++)
        if (tuples(&p, d) || data_join(&p, d, false) || data_join(&p, d, true))
            return true;
    return joins(&p);
}
