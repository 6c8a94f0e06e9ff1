/* reply.h - what came back from the worker: statuses, canaries, strings, faults.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_REPLY_H
#define GAT_REPLY_H

#include "arena.h"
#include "exchange/entry.h"

void gat_reply_read(const struct gat_seat *s, unsigned at, const struct gat_entry *e,
                    struct gat_reply_room *room, struct gat_reply *r);
void gat_reply_death(const struct gat_seat *s, unsigned at, const struct gat_entry *e,
                     unsigned call, const struct gat_death *d, struct gat_reply_room *room,
                     struct gat_reply *r);
/* Room for the reply to a case; it grows to the largest case and stays. */
void gat_reply_room_grow(struct gat_arena *a, struct gat_reply_room *room,
                         const struct gat_entry *e);

#endif
