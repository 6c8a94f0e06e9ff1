/* witness.h - a call that meets the conditions of a fault, built from these alone.
 *
 * Nothing here knows the cases, generators, classes of sizes or draws of the suite: what
 * this folder calls a class of sizes or a pattern is its own, and so is its randomness.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_WITNESS_H
#define DRAWN_WITNESS_H

#include "arena.h"
#include "fault.h"
#include "layout.h"
#include "prng.h"
#include "ref.h"

enum { WITNESS_MOST_BYTES = 64 << 20, WITNESS_ATTRS = 12 };

/* One call with compact operands. */
struct witness {
    const struct ref_variant *variant;
    const struct ref_kernel *kernel;
    struct gat_array data, indices, updates; /* updates.ndim -1: none */
    unsigned n_attrs;
    struct gat_attr attrs[WITNESS_ATTRS];
    enum gat_layout_kind layout; /* of data and indices */
    bool in_place;
    uint64_t extent, picks, inner, rows; /* as they were chosen */
};

/* Sizes from and to, both included; high 0: no end. */
struct span {
    int64_t low, high, block;
    bool multiple, tail;
};
/* What a call has to be like. */
struct want {
    struct span picks, extent, inner, rows;
    int64_t moved, moved_block, bytes, bytes_block, data_bytes, batches, depth;
    bool bytes_tail;
    int64_t rank, rank_low, index_rank; /* index_rank -1: any */
    enum drawn_condition axis, pattern, value, bad; /* CONDITIONS: none */
    int64_t far, bad_from;
    bool axis_negative, longer, shorter, is_bad, index_half, picks_beyond;
    int dtype, itype, not_dtype; /* -1: any */
    size_t esize;
    enum gat_layout_kind layout;
    bool in_place;
    enum drawn_effect effect;
};

const struct ref_variant *witness_variant(const char *name);
bool variant_has(const struct ref_variant *v, const char *attribute);
extern const struct want want_anything;
struct want want_of(const struct drawn_fault *f);
/* Build a call: shapes from one stream, what they hold from another.  False: these choices
 * contradict each other. */
bool witness_build(const struct ref_variant *v, const struct want *w, struct gat_prng *shapes,
                   struct gat_prng *content, struct gat_arena *a, struct witness *out);
/* "data float32 [3,257] indices int64 [40] axis 1 reduction add" */
void witness_print(const struct witness *w, char *out, size_t size);

#endif
