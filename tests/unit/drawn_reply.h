/* drawn_reply.h - what a backend with some mistake would answer to a drawn case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAWN_REPLY_H
#define GAT_DRAWN_REPLY_H

#include "diagnose/relation.h"
#include "drawn_case.h"
#include "dtype.h"
#include "exchange/exchange.h"
#include "judge/job.h"

/* The two outputs, which may be changed, of a reply. */
struct drawn_reply {
    struct gat_reply r;
    struct gat_inferred stated;
    char *output[2];
    int64_t n;
    size_t size; /* of an element */
};

/* The answer that is due, twice. */
static inline void reply_right(struct drawn_case *d, struct drawn_reply *y)
{
    const struct gat_array *out = &d->x.answer.output;
    *y = (struct drawn_reply){.n = gat_array_count(out), .size = gat_dtype_size(out->dtype)};
    y->r = (struct gat_reply){.poison = {0xa5, 0x5a}, .error_text = "", .weight = 1};
    for (unsigned k = 0; k < 2; k++) {
        y->output[k] = gat_arena_alloc(&d->arena, gat_array_size(out) + 16);
        memcpy(y->output[k], out->data, gat_array_size(out));
        y->r.output[k] = y->output[k];
        if (d->x.answer.demand == REF_MUST_REPORT)
            y->r.status[k] = d->x.answer.error;
    }
}

/* ---- another question ---- */

static inline void index_change(struct drawn_case *d, struct gat_array *t, int64_t how)
{
    int64_t n = gat_array_count(t), esize = (int64_t)gat_dtype_size(d->member.dtype);
    struct gat_array old = *t;
    old.data = gat_arena_alloc(&d->arena, gat_array_size(t) + 1);
    memcpy(old.data, t->data, gat_array_size(t));
    for (int64_t k = 0; k < n; k++) {
        int64_t i = gat_array_index(t, k);
        uint64_t u = (uint64_t)i;
        const int64_t made[] = {(int64_t)(u + 1), (int64_t)(u - 1), (int64_t)(i < 0 ? 0 - u : u),
                                i < 0 ? 0 : i, (int8_t)i, i / (esize > 1 ? esize : 2),
                                gat_array_index(&old, (k + 1) % n),
                                gat_array_index(&old, (k + n - 1) % n),
                                gat_array_index(&old, n - 1 - k), 0, i == 0 ? -1 : i, i ^ 1};
        i = made[how % (int64_t)(sizeof made / sizeof made[0])];
        memcpy((char *)t->data + (size_t)k * gat_dtype_size(t->dtype), &i,
               gat_dtype_size(t->dtype)); /* least byte first, as machines of today have it */
    }
}

/* The elements of an operand, one or all of them, moved by some places. */
static inline void operand_change(struct drawn_case *d, struct gat_array *t, int64_t how)
{
    int64_t n = gat_array_count(t);
    size_t size = gat_dtype_size(t->dtype);
    if (n < 2 || t->data == NULL)
        return;
    char *made = gat_arena_alloc(&d->arena, gat_array_size(t));
    int64_t some = drawn_below(d, n);
    memcpy(made, t->data, gat_array_size(t));
    for (int64_t k = how == 0 ? some : 0; k < (how == 0 ? some + 1 : n); k++) {
        int64_t from = how <= 1 ? (k + 1) % n : how == 2 ? (k + n - 1) % n : n - 1 - k;
        memcpy(made + (size_t)k * size, (const char *)t->data + (size_t)from * size, size);
    }
    t->data = made;
}

/* The answer to a question that is changed in one place, where it has the same shape. */
static inline bool reply_other(struct drawn_case *d, void *output)
{
    struct gat_member m = d->member;
    struct ref_case *q = &m.question, c;
    struct ref_rules rules = d->profile.rules;
    struct ref_answer a;
    const struct gat_array *due = &d->x.answer.output;
    int64_t what = drawn_below(d, 12), how = drawn_below(d, 12);
    if (what < 5 && gat_index_readable(&q->indices)) {
        void *own = gat_arena_alloc(&d->arena, gat_array_size(&q->indices) + 1);
        memcpy(own, q->indices.data, gat_array_size(&q->indices));
        q->indices.data = own;
        index_change(d, &q->indices, how);
    } else if (what == 5) {
        q->axis = (int64_t)((uint64_t)q->axis + (how % 2 == 0 ? 1 : UINT64_MAX));
    } else if (what == 6) {
        q->reduction = 1 + how % REF_REDUCTIONS;
    } else if (what == 7) {
        q->without_data = !q->without_data;
    } else if (what == 8) {
        drawn_rules(d, &rules);
    } else if (what == 9) {
        operand_change(d, &q->data, how % 4);
    } else if (what == 10 && q->updates.ndim >= 0) {
        operand_change(d, &q->updates, how % 4);
    } else {
        q->batch_dims = (int64_t)((uint64_t)q->batch_dims + (how % 2 == 0 ? 1 : UINT64_MAX));
    }
    gat_answer_by(&m, &rules, &d->arena, &c, &a);
    if (a.output.ndim != due->ndim || a.output.dtype != due->dtype ||
        memcmp(a.output.shape, due->shape, (size_t)due->ndim * sizeof due->shape[0]) != 0)
        return false;
    memcpy(output, a.output.data, gat_array_size(due));
    return true;
}

/* ---- other elements ---- */

/* What element `e` becomes by mistake `how`; of strings, only another or a shorter one. */
static inline void element_change(struct drawn_case *d, struct drawn_reply *y, char *output,
                                  int64_t e, int64_t how)
{
    const struct ref_case *q = &d->member.question;
    const struct gat_array *from = how % 2 == 0 || q->updates.ndim < 0 ? &q->data : &q->updates;
    unsigned char *at = (unsigned char *)output + (size_t)e * y->size;
    int64_t n = gat_array_count(from), one = drawn_below(d, 8 * (int64_t)y->size);
    bool text = d->x.answer.output.dtype == GAT_STR;
    if (how < 6 && n > 0 && from->dtype == d->x.answer.output.dtype) {
        int64_t place = how < 2 ? e % n : how < 4 ? (e + 1) % n : one % n;
        memcpy(at, case_element(from, place), y->size);
    } else if (how < 7) {
        memcpy(at, output + (size_t)((e + 1) % y->n) * y->size, y->size);
    } else if (text) {
        struct gat_string s;
        memcpy(&s, at, sizeof s);
        s.size -= s.size > 0;
        memcpy(at, &s, sizeof s);
    } else if (how == 7) {
        memset(at, 0, y->size);
    } else if (how == 8) {
        at[one / 8] ^= (unsigned char)(1 << one % 8);
    } else if (how == 9) {
        for (size_t k = 0; k < y->size / 2; k++) {
            unsigned char c = at[k];
            at[k] = at[y->size - 1 - k];
            at[y->size - 1 - k] = c;
        }
    } else if (how == 10) {
        memset(at + (y->size + 1) / 2, 0, y->size / 2);
    } else if (how == 11 && y->size == 8) {
        double x;
        memcpy(&x, at, sizeof x);
        x = (float)x;
        memcpy(at, &x, sizeof x);
    } else if (how == 14) { /* the next number, or one that is near */
        at[0] = (unsigned char)(at[0] + one % 9 - 4);
    } else if (how == 12) {
        memset(at + (one % 2 == 0 ? 0 : y->size / 2), output == y->output[0] ? 0xa5 : 0x5a,
               y->size - (one % 2 == 0 ? 0 : y->size / 2));
    } else {
        at[y->size - 1] ^= 0x80; /* a sign */
    }
}

/* One element, all from it on, or some. */
static inline void elements_change(struct drawn_case *d, struct drawn_reply *y, unsigned call)
{
    int64_t first = drawn_below(d, y->n), step = 1 + drawn_below(d, 3), how = drawn_below(d, 15);
    int64_t most = drawn_below(d, 2) == 0 ? 1 : y->n;
    for (int64_t e = first, k = 0; e < y->n && k < most; e += step, k++)
        element_change(d, y, y->output[call], e, how);
}

/* ---- all that a worker may send ---- */

/* An operand of the case by its name; NULL: none is near. */
static inline const char *operand_draw(struct drawn_case *d)
{
    struct gat_job j;
    gat_job_fill(&d->x, NULL, &j);
    int64_t k = drawn_below(d, (int64_t)j.n_inputs + 3);
    return k < j.n_inputs ? j.input_names[k] : k == j.n_inputs ? "output"
           : k == j.n_inputs + 1 ? "the call itself" : NULL;
}

static inline void reply_ends(struct drawn_case *d, struct drawn_reply *y)
{
    static const int codes[] = {1, 4, 5, 6, 7, 8, 9, 11, 13, 15, 31, 3};
    y->r.end = (enum gat_end)drawn_below(d, GAT_END_LOST + 1);
    y->r.code = codes[drawn_below(d, 12)];
    y->r.operand = operand_draw(d);
    y->r.operand_size = drawn_below(d, 20);
    y->r.offset = drawn_below(d, 30) - 5;
    y->r.write = drawn_below(d, 2) == 0;
    y->r.on_device = drawn_below(d, 6) == 0;
    y->r.copied = drawn_below(d, 4) == 0;
    y->r.beside = drawn_below(d, 2) == 0;
    y->r.canary = drawn_below(d, 3) == 0;
    y->r.gap = drawn_below(d, 4) == 0;
}

static inline void reply_states(struct drawn_case *d, struct drawn_reply *y)
{
    const struct gat_array *out = &d->x.answer.output;
    y->stated = (struct gat_inferred){.ndim = out->ndim, .type = gat_dtype_code(out->dtype)};
    memcpy(y->stated.shape, out->shape, sizeof out->shape);
    int64_t what = drawn_below(d, 5);
    if (what == 0)
        y->stated.ndim += (int32_t)drawn_below(d, 20) - 9;
    else if (what == 1 && out->ndim > 0)
        y->stated.shape[drawn_below(d, out->ndim)]++;
    if (what < 3)
        y->stated.type = gat_dtype_code((enum gat_dtype)drawn_below(d, GAT_DTYPE_COUNT));
    if (what == 4)
        y->stated.type.lanes++;
    y->r.stated[drawn_below(d, 2)] = &y->stated;
}

static inline void reply_statuses(struct drawn_case *d, struct drawn_reply *y)
{
    bool both = drawn_below(d, 2) == 0;
    for (unsigned k = 0; k < 2; k++)
        y->r.status[k] = (gat_status)(drawn_below(d, 9) - 1);
    if (both)
        y->r.status[1] = y->r.status[0];
    for (unsigned k = 0; k < 2 && drawn_below(d, 3) > 0 && d->x.answer.output.dtype != GAT_STR; k++)
        memset(y->output[k], y->r.poison[k], (size_t)y->n * y->size);
    y->r.error_text = drawn_below(d, 2) == 0 ? "it is so" : "";
}

static inline void reply_draw(struct drawn_case *d, struct drawn_reply *y)
{
    int64_t what = drawn_below(d, 16);
    reply_right(d, y);
    y->r.in_place = drawn_below(d, 8) == 0 && d->member.question.updates.ndim >= 0;
    if (what < 6 && reply_other(d, y->output[0]))
        memcpy(y->output[1], y->output[0], (size_t)y->n * y->size);
    else if (what < 12 && y->n > 0) {
        elements_change(d, y, 0);
        memcpy(y->output[1], y->output[0], (size_t)y->n * y->size);
    } else if (what < 13 && y->n > 0)
        elements_change(d, y, (unsigned)drawn_below(d, 2));
    else if (what == 13)
        reply_ends(d, y);
    else if (what == 14)
        reply_states(d, y);
    else
        reply_statuses(d, y);
    y->r.placed = gat_prng_next(&d->prng);
    y->r.printed = drawn_below(d, 30) == 0;
    y->r.left = drawn_below(d, 20) == 0 ? (uint32_t)drawn_below(d, 64) : 0;
}

#endif
