/* sparse.h - address space that reads as zeros and takes no memory until opened.
 *
 * A tensor of 2^32 elements costs what is written into it.  Pages are opened one by
 * one: only those can be written to, and only those ever count against a limit, so
 * neither overcommit settings nor a stray write can make the whole of it real.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPARSE_H
#define GAT_SPARSE_H

#include "checked.h"

/* Bytes that hold something: `size` of them from byte `at` on. */
struct gat_extent {
    uint64_t at, size;
};
/* Extents of a tensor, in order and apart, each made of whole elements.  All other
 * bytes are zeros. */
struct gat_sparse {
    size_t count;
    const struct gat_extent *extents;
    size_t filled; /* sum of their sizes */
};

/* At least `size` bytes of read-only zeros, at `where` (a page, whatever was mapped
 * there is gone) or anywhere; NULL and errno without address space. */
GAT_MUST_USE void *gat_sparse_map(void *where, size_t size);
/* Let the pages that hold these bytes be written to, or no longer. */
GAT_MUST_USE bool gat_sparse_open(void *at, size_t size);
GAT_MUST_USE bool gat_sparse_close(void *at, size_t size);

/* A part of a file that is mapped as output[k]. Bytes that SEEK_DATA skips were not
 * written; do not read them, because a read allocates them. */
struct gat_written {
    int file; /* 0: look wherever you like */
    uint64_t at;
};

#endif
