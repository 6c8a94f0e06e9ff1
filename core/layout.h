/* layout.h - how a tensor lies in memory: strides, a lead, an odd address.
 *
 * A logical tensor is compact and in C order.  A layout says where each of its
 * elements lies in a piece of memory that the backend sees, and these few functions
 * are the only ones that put elements there and take them back.  Strides are never
 * negative; a stride of 0 repeats one slice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LAYOUT_H
#define GAT_LAYOUT_H

#include "tensor.h"

enum gat_layout_kind {
    GAT_COMPACT,
    GAT_STRIDED,  /* a gap after each element and another after each row */
    GAT_OFFSET,   /* compact, and begins inside a bigger buffer */
    GAT_PERMUTED, /* compact, with the first dimension innermost */
    GAT_REPEATED, /* stride 0 where slices are equal */
    GAT_ODD,      /* compact, at no multiple of its alignment */
    GAT_PADDED    /* a gap after each row and nowhere else, as rows of a pitch have it */
};

struct gat_layout {
    enum gat_layout_kind kind;
    int32_t ndim;
    int64_t shape[GAT_MAX_RANK], stride[GAT_MAX_RANK]; /* strides in elements */
    size_t esize;
    size_t lead; /* bytes of the buffer before the first element */
    size_t size; /* bytes of the buffer: it ends with the last element; 0 for none */
};

/* The layout of `shape` by its kind.  `repeats` is a set of dimensions whose slices
 * are equal, for GAT_REPEATED; the lead is a multiple of `align`.  Unless `drawn` is 0 it
 * draws the order of dimensions, after which of them gaps stand, how large these are, and the
 * lead, as far as the kind leaves them open.  False when the buffer has more bytes than can be
 * counted. */
GAT_MUST_USE bool gat_layout_make(enum gat_layout_kind kind, enum gat_dtype dtype,
                                  int32_t ndim, const int64_t *shape, uint32_t repeats,
                                  uint64_t drawn, size_t align, struct gat_layout *out);
/* A tensor of the contract as a layout; size stays 0. */
void gat_layout_of(const struct gat_tensor *t, size_t esize, struct gat_layout *out);
/* Does the kind state strides, or leave them out? */
static inline bool gat_layout_states_strides(const struct gat_layout *l)
{
    return l->kind == GAT_STRIDED || l->kind == GAT_PERMUTED || l->kind == GAT_REPEATED ||
           l->kind == GAT_PADDED;
}
/* Bytes from the start of the buffer to element `ordinal`, C order. */
size_t gat_layout_at(const struct gat_layout *l, int64_t ordinal);
/* All elements from a compact tensor into the buffer, and back. */
void gat_layout_place(const struct gat_layout *l, const void *compact, void *buffer);
void gat_layout_take(const struct gat_layout *l, const void *buffer, void *compact);
/* The first byte of the buffer that belongs to no element and is not `canary`; false
 * when there is none.  No two elements may share bytes. */
bool gat_layout_gap(const struct gat_layout *l, const void *buffer,
                    unsigned char canary, size_t *at);

#define GAT_MAX_ALIGN 64u
size_t gat_layout_align(uint32_t min_align, size_t esize);

#endif
