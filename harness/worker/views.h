/* views.h - operands that do not lie compactly in their windows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_VIEWS_H
#define GAT_VIEWS_H

#include "worker/seat.h"

/* Layouts and sizes of a job that is presented otherwise; false when no memory could
 * hold an operand. */
bool gat_entry_lay_out(struct gat_entry *e);
/* The elements of an operand in the worker's memory, strings as views. */
struct gat_string gat_view_get(const struct gat_layout *l, const void *at, uint64_t k);
void gat_view_put(const struct gat_layout *l, void *at, uint64_t k, struct gat_string v);
/* Room for the reply to a case; it grows to the largest case and stays. */
void gat_reply_room_grow(struct gat_arena *a, struct gat_reply_room *room,
                         const struct gat_entry *e);

#endif
