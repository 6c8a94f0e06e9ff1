/* witness_part.h - the steps of building a witness; for witness*.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_WITNESS_PART_H
#define DRAWN_WITNESS_PART_H

#include "witness.h"

/* The numbers of a call before it has shapes. */
struct plan {
    const struct ref_variant *v;
    const struct want *w;
    enum ref_naming naming;
    struct gat_prng *shapes;
    int64_t picks, extent, inner, rows, batches;
    int64_t named;   /* places that the index type can name */
    int64_t tuples;  /* how many places indices name in all */
    int32_t depth, before, after, index_dims, axis;
    enum gat_dtype dtype, itype;
    int64_t reduction; /* -1: not stated */
    int64_t along[GAT_MAX_RANK]; /* places of each index of a tuple */
};

static inline int64_t below(struct gat_prng *p, int64_t n)
{
    return n <= 1 ? 0 : (int64_t)gat_prng_below(p, (uint64_t)n);
}
/* witness_sizes.c */
bool plan_make(struct plan *p, const struct ref_variant *v, const struct want *w,
               struct gat_prng *shapes);
/* witness_shapes.c: shapes and attributes. */
bool shapes_make(struct plan *p, struct gat_arena *a, struct witness *out);
/* witness_content.c: places and elements. */
bool indices_fill(const struct plan *p, struct gat_prng *r, struct gat_arena *a,
                  struct witness *out);
void elements_fill(const struct plan *p, struct gat_prng *r, struct gat_arena *a, bool moved,
                   struct gat_array *t);

#endif
