/* sparse_in.h - a sparse operand in the worker: between fences as long as itself.
 *
 * The parent packs what the operand holds into the operand's ordinary window: the
 * extents, then their bytes.  Before each call the worker maps private memory that
 * reads as zeros into the giant window, flush with its end or start, and opens only
 * what the extents name; after the call all of it is inaccessible again.  Shared
 * memory would not do: reading a hole of it allocates the hole.
 *
 * Data that are the output too (a scatter in place) must be shared all the same: the
 * parent has to see what was written.  They lie in a file of their own, of which the
 * parent looks only at what SEEK_DATA shows; the worker maps a view of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPARSE_IN_H
#define GAT_SPARSE_IN_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor.h"

/* As long as the longest sparse operand, and so is the fence on either side of it: an
 * offset that wrapped around, or was not wrapped, still ends beside its operand. */
#define GAT_GIANT_WINDOW ((size_t)128 << 30)

/* Addresses are the worker's. */
struct gat_giant {
    uint64_t there, size; /* the operand; size 0: the call has none */
    uint64_t packed; /* extents, then their bytes; of one that is written to the extents alone */
    uint64_t n_extents;
    uint32_t poison; /* the byte beside the operand */
    uint32_t written; /* it is the output too: shared pages, `from` bytes into the store */
    uint64_t from;
};

/* Bytes of that file for one worker: one window for each of the two calls. */
#define GAT_GIANT_STORE (2 * GAT_GIANT_WINDOW)

/* Bytes that an operand takes when packed; SIZE_MAX for one that fits nowhere. */
size_t gat_giant_packed_size(const struct gat_array *t);
void gat_giant_pack(const struct gat_array *t, unsigned char *to);
/* Both false, with errno, when the machine has no memory for it. */
bool gat_giant_open(const struct gat_giant *g, unsigned char *store);
bool gat_giant_close(const struct gat_giant *g);

#endif
