/* placement.h - where in their windows the operands of the two calls of a case lie, and how.
 *
 * `placed` is drawn for each case.  Operands are flush against the end of their windows in one
 * call, against the start in the other; with GAT_PLACED_SWAPPED the start comes first.  With
 * GAT_PLACED_FREE about half of the operands touch neither end in one of the calls, and what is
 * beside them is canary: they begin at a multiple of their alignment, and at a multiple of more
 * only by chance.  The other bits draw which ones, and where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLACEMENT_H
#define GAT_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gatherum/backend.h"

struct gat_entry;
struct gat_layout;
struct gat_seat;

enum {
    GAT_PLACED_SWAPPED = 1, GAT_PLACED_FREE = 2,
    GAT_PLACED_ORDER = 5 /* with these bits flipped the two calls change places */
};
/* Does an operand of this call that is flush end with its window, instead of beginning with it? */
bool gat_placed_right(uint64_t placed, unsigned call);
/* Bytes between the operand in `window` and that end of its window, or 0: it is flush.  Half of
 * the window has room for `room` bytes more than the operand. */
size_t gat_placed_inside(uint64_t placed, unsigned call, unsigned window, size_t room,
                         size_t align);
/* Bytes by which an operand that is not aligned lies beside a multiple of twice as many: 1, or in
 * about half of the cases half of its alignment. */
size_t gat_placed_beside(uint64_t placed, unsigned window, size_t align);
/* The number that draws the layout of an operand that is not compact (core/layout.h), or 0 for
 * the usual one, as in half of the drawn cases.  Inputs are counted as in the job, the output as
 * GAT_MAX_INPUTS. */
uint64_t gat_placed_layout(uint64_t placed, unsigned operand);
/* "the second call, operands at the start of their memory" */
const char *gat_placed_words(uint64_t placed, unsigned call);

/* Layouts and sizes of a job that is presented otherwise; false when no memory could
 * hold an operand. */
bool gat_entry_lay_out(struct gat_entry *e);
/* The elements of an operand in the worker's memory, strings as views; NULL: compact. */
struct gat_string gat_view_get(const struct gat_layout *l, const void *at, uint64_t k);
void gat_view_put(const struct gat_layout *l, void *at, uint64_t k, struct gat_string v);
/* A case was placed in the large windows of the seat. */
void gat_large_note(struct gat_seat *s, const struct gat_entry *e);
/* Bytes that what was placed may take there: an operand is flush with one end of its window or the
 * other. */
uint64_t gat_seat_large(const struct gat_seat *s);
/* Give the memory of the large windows back to the system. */
void gat_seat_large_return(struct gat_seat *s);

#endif
