/* fill_sparse.c - data larger than memory, of which only what a case may look at exists.
 *
 * The oracle says which elements the answer is made of.  They are opened, their
 * neighbours with them, and so are the elements that would be read instead by a
 * kernel that keeps an index or an offset in 32 bits: another value lies there, so
 * the wrong answer tells where it came from.  What else is read is a hole and zero,
 * which no opened element is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "dtype.h"
#include "parts/fill_sparse.h"

/* How many extents a case may have open: each takes a page or more in the parent, as
 * much in the worker, and page tables.  What comes after these stays a hole. */
enum { MOST_SOURCES = 1024, MOST_EXTENTS = 1536 };
enum { MARGIN = 64 }; /* bytes opened on either side of an element */

struct range {
    int64_t first, end; /* elements */
};

struct opening {
    const struct ref_case *q;
    int64_t count, margin, inner, extent;
    size_t esize;
    size_t n;
    struct range *ranges;
};

/* An element, with its neighbours; a run of elements makes one range. */
static void range_add(struct opening *o, int64_t at)
{
    if (o->n == MOST_EXTENTS || at < 0 || at >= o->count)
        return;
    int64_t first = at > o->margin ? at - o->margin : 0;
    int64_t end = at < o->count - o->margin ? at + o->margin + 1 : o->count;
    struct range *last = o->n > 0 ? &o->ranges[o->n - 1] : NULL;
    if (last != NULL && first >= last->first && first <= last->end) {
        last->end = end > last->end ? end : last->end;
        return;
    }
    o->ranges[o->n++] = (struct range){first, end};
}

/* Places where element `at` would be looked for if one number were cut to 32 bits. */
static void decoys_add(struct opening *o, int64_t at)
{
    int64_t place = at / o->inner % o->extent;
    int64_t bytes = (int64_t)((uint64_t)at * o->esize & UINT32_MAX);
    int64_t cut = (int64_t)((uint64_t)place & UINT32_MAX), wrapped = (int32_t)(uint32_t)cut;
    range_add(o, (int64_t)((uint64_t)at & UINT32_MAX));
    range_add(o, bytes / (int64_t)o->esize);
    range_add(o, at - (place - cut) * o->inner);
    range_add(o, at - (place - wrapped - (wrapped < 0 ? o->extent : 0)) * o->inner);
}

/* The elements that a scatter overwrites are opened too: they must go, and those beside them
 * must stay. */
static void targets_find(struct opening *o, const struct ref_answer *a)
{
    int64_t n = ref_update_count(o->q, a);
    range_add(o, 0); /* so that something is there without any update */
    range_add(o, o->count - 1);
    for (int64_t u = 0; u < n && o->n < MOST_SOURCES; u++)
        range_add(o, ref_target_of(o->q, a, u));
}

static void sources_find(struct opening *o, const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output);
    for (int64_t e = 0; e < n && o->n < MOST_SOURCES; e++) {
        struct ref_source s = ref_source_of(o->q, a, e);
        if (s.operand == REF_FROM_DATA)
            range_add(o, s.element);
    }
}

static void neighbours_find(struct opening *o)
{
    size_t sources = o->n;
    for (size_t k = 0; k < sources; k++) {
        struct range r = o->ranges[k];
        int64_t low = r.first > 0 ? r.first + o->margin : 0;
        decoys_add(o, low < r.end ? low : r.first);
        decoys_add(o, r.end < o->count ? r.end - 1 - o->margin : r.end - 1);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static void ranges_merge(struct opening *o)
{
    size_t kept = 0;
    qsort(o->ranges, o->n, sizeof *o->ranges, by_place);
    for (size_t k = 1; k < o->n; k++) {
        struct range *last = &o->ranges[kept], *r = &o->ranges[k];
        if (r->first > last->end)
            o->ranges[++kept] = *r;
        else if (r->end > last->end)
            last->end = r->end;
    }
    o->n = o->n > 0 ? kept + 1 : 0;
}

/* Truth values have no neighbours that differ: a hash of the position is drawn. */
static void element_put(enum gat_dtype t, int64_t at, unsigned char *to)
{
    struct gat_prng prng = {(uint64_t)at};
    if (t == GAT_BOOL)
        *to = (unsigned char)(gat_prng_next(&prng) >> 63);
    else
        gat_dtype_distinct(t, (uint64_t)at, to);
}

static _Noreturn void cannot_open(void)
{
    fprintf(stderr, "gatherum: no memory for a sparse tensor (vm.max_map_count?)\n");
    exit(3);
}

static const struct gat_sparse *ranges_fill(const struct opening *o, unsigned char *data,
                                            enum gat_dtype t, struct gat_arena *a)
{
    struct gat_sparse *s = GAT_NEW(a, struct gat_sparse);
    struct gat_extent *extents = GAT_NEW_N(a, struct gat_extent, o->n);
    for (size_t k = 0; k < o->n; k++) {
        struct range r = o->ranges[k];
        unsigned char *to = data + (size_t)r.first * o->esize;
        extents[k].at = (uint64_t)r.first * o->esize;
        extents[k].size = (uint64_t)(r.end - r.first) * o->esize;
        s->filled += extents[k].size;
        if (!gat_sparse_open(to, extents[k].size))
            cannot_open();
        for (int64_t at = r.first; at < r.end; at++, to += o->esize)
            element_put(t, at, to);
        if (!gat_sparse_close(data + extents[k].at, extents[k].size))
            cannot_open();
    }
    s->count = o->n;
    s->extents = extents;
    return s;
}

void gat_fill_sparse(struct ref_case *q, struct gat_arena *a)
{
    size_t esize = gat_dtype_size(q->data.dtype);
    struct ref_answer answer;
    struct opening o = {.q = q,
                        .count = gat_array_count(&q->data),
                        .margin = MARGIN / (int64_t)esize,
                        .inner = 1,
                        .extent = 1,
                        .esize = esize};
    q->data.data = gat_arena_sparse(a, gat_array_size(&q->data));
    o.ranges = GAT_NEW_N(a, struct range, MOST_EXTENTS);
    ref_check(q, &answer);
    if (answer.demand == REF_MUST_SUCCEED || answer.demand == REF_MAY_EITHER) {
        for (int32_t d = (int32_t)answer.axis; d < q->data.ndim; d++)
            *(d == answer.axis ? &o.extent : &o.inner) *= q->data.shape[d];
        if (o.count > 0 && q->updates.ndim >= 0)
            targets_find(&o, &answer);
        else if (o.count > 0)
            sources_find(&o, &answer);
        neighbours_find(&o);
    }
    ranges_merge(&o);
    q->data.sparse = ranges_fill(&o, q->data.data, q->data.dtype, a);
}

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool gat_updates_meet(const struct ref_case *c, const struct ref_answer *a, int64_t *at)
{
    struct gat_arena scratch = {0};
    int64_t n = ref_update_count(c, a), m = 0;
    int64_t *targets = GAT_NEW_N(&scratch, int64_t, (size_t)n);
    bool meet = false;
    for (int64_t u = 0; u < n; u++) {
        targets[m] = ref_target_of(c, a, u);
        m += targets[m] >= 0;
    }
    if (m > 0)
        qsort(targets, (size_t)m, sizeof *targets, by_number);
    for (int64_t k = 1; k < m && !meet; k++) {
        meet = targets[k] == targets[k - 1];
        *at = targets[k];
    }
    gat_arena_free(&scratch);
    return meet;
}
