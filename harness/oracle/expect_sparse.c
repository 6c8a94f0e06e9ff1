/* expect_sparse.c - the oracle's answer to a scatter into data that are mostly holes.
 *
 * The oracle works in place, in a copy of the extents of data.  The places of updates are opened
 * before; the answer lists them beside the extents of data.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtype.h"
#include "oracle/expect_sparse.h"

static void *bytes_open(const struct gat_array *t, const struct gat_extent *x)
{
    unsigned char *at = (unsigned char *)t->data + x->at;
    if (!gat_sparse_open(at, x->size)) {
        fprintf(stderr, "gatherum: no memory for a sparse tensor (vm.max_map_count?)\n");
        exit(3);
    }
    return at;
}

static int by_place(const void *a, const void *b)
{
    const struct gat_extent *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* In order and apart; returns how many are left. */
static size_t extents_merge(struct gat_extent *x, size_t n)
{
    size_t kept = 0;
    if (n == 0)
        return 0;
    qsort(x, n, sizeof *x, by_place);
    for (size_t k = 1; k < n; k++) {
        uint64_t end = x[k].at + x[k].size;
        if (x[k].at > x[kept].at + x[kept].size)
            x[++kept] = x[k];
        else if (end > x[kept].at + x[kept].size)
            x[kept].size = end - x[kept].at;
    }
    return kept + 1;
}

/* The extents of data, and one for each place of an update. */
static struct gat_sparse *answer_open(const struct ref_case *c, const struct ref_answer *a,
                                      struct gat_arena *arena)
{
    const struct gat_sparse *data = c->data.sparse;
    uint64_t esize = gat_dtype_size(c->data.dtype);
    struct gat_sparse *s = GAT_NEW(arena, struct gat_sparse);
    size_t n = data->count;
    int64_t updates = ref_update_count(c, a);
    struct gat_extent *x = GAT_NEW_N(arena, struct gat_extent, n + (size_t)updates);
    if (n > 0)
        memcpy(x, data->extents, n * sizeof *x);
    for (int64_t u = 0; u < updates; u++) {
        int64_t at = ref_target_of(c, a, u);
        if (at >= 0)
            x[n++] = (struct gat_extent){(uint64_t)at * esize, esize};
    }
    s->count = extents_merge(x, n);
    s->extents = x;
    for (size_t k = 0; k < s->count; k++) {
        bytes_open(&a->output, &x[k]);
        s->filled += x[k].size;
    }
    return s;
}

void gat_answer_sparsely(const struct ref_case *c, struct ref_answer *a, struct gat_arena *arena)
{
    struct ref_case in_place = *c;
    const struct gat_sparse *data = c->data.sparse;
    a->output.data = gat_arena_sparse(arena, gat_array_size(&a->output));
    a->output.sparse = NULL;
    if (a->demand != REF_MUST_SUCCEED && a->demand != REF_MAY_EITHER)
        return;
    a->output.sparse = answer_open(c, a, arena);
    for (size_t k = 0; k < data->count; k++) {
        uint64_t at = data->extents[k].at;
        memcpy((char *)a->output.data + at, (const char *)c->data.data + at, data->extents[k].size);
    }
    in_place.data.data = a->output.data;
    ref_run(&in_place, a, NULL);
}
