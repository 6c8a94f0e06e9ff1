/* arena.h - memory that is released all at once.
 *
 * Two kinds of lifetime exist: the run, and one case.  Memory is zeroed, aligned
 * to 64 bytes, and never NULL: without memory the process says so and exits
 * with 3.  Under AddressSanitizer a poisoned gap follows every allocation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ARENA_H
#define GAT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct gat_arena_block;
struct gat_arena_map;
struct gat_arena {
    struct gat_arena_block *first, *current; /* zero-initialise: { 0 } */
    size_t used;                             /* bytes taken from `current` */
    struct gat_arena_map *maps;              /* of gat_arena_sparse */
};

void *gat_arena_alloc(struct gat_arena *a, size_t size);
/* As gat_arena_alloc, but the memory is not zeroed. */
void *gat_arena_raw(struct gat_arena *a, size_t size);
/* `count` objects of `size` bytes; an overflowing product counts as no memory. */
void *gat_arena_array(struct gat_arena *a, size_t count, size_t size);
#define GAT_NEW(a, type) ((type *)gat_arena_array((a), 1, sizeof(type)))
#define GAT_NEW_N(a, type, n) ((type *)gat_arena_array((a), (n), sizeof(type)))
/* `size` bytes that read as zeros and take no memory; sparse.h opens what shall be
 * written.  They are given back at a reset, as large blocks are. */
void *gat_arena_sparse(struct gat_arena *a, size_t size);
/* `list`, which holds `count` elements of `size` bytes and has room for another: a copy of twice
 * the size where that is needed, at 0 and at every power of two. */
void *gat_arena_grow(struct gat_arena *a, void *list, size_t count, size_t size);
#define GAT_GROW(a, list, count) ((list) = gat_arena_grow((a), (list), (count), sizeof *(list)))
char *gat_arena_text(struct gat_arena *a, const char *text, size_t size);
char *gat_arena_print(struct gat_arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Forget all allocations but keep the blocks for the next case. */
void gat_arena_reset(struct gat_arena *a);
void gat_arena_free(struct gat_arena *a);
/* The bytes of its blocks, used or not; without what gat_arena_sparse gave. */
size_t gat_arena_size(const struct gat_arena *a);

#endif
