/* grow.h - the room that a drawn case gets, and sizes that grow into it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_GROW_H
#define GAT_GROW_H

#include <stdbool.h>

#include "draw/sketch.h"

/* How many bytes a case may have, as gat_sketch_cost counts them. */
enum {
    GAT_ROOM_SMALL = 15000,    /* that most cases have */
    GAT_ROOM_NARROW = 180 << 10, /* from here on, most elements have few bytes: there are many */
    GAT_ROOM_LARGE = 4 << 20,  /* after more than this the next case is no kin of it */
    GAT_ROOM_MOST = 21000037
};
enum { GAT_GROW_CLASSES = 8 };

/* The room of case `number`; those of the most room say in *turn which of them they are. */
int64_t gat_grow_room(struct gat_prng *prng, unsigned number, unsigned *turn);
/* Draw the sizes of a case for its room.  Of the largest, each size grows in its `turn`. */
void gat_grow_draw(const struct gat_breed *b, struct gat_prng *prng, int64_t room, unsigned turn,
                   struct gat_sketch *s);
/* A size, all classes up to 2^17 as likely. */
int64_t gat_grow_uniform(struct gat_prng *prng);
/* A size beside a multiple of a number that is round in decimal or in binary. */
int64_t gat_grow_round(struct gat_prng *prng);
/* Sizes that are too large for the room are halved, `grows` last of all. */
void gat_grow_fit(const struct gat_breed *b, struct gat_sketch *s, unsigned grows, int64_t room);
/* The class of a size: cases are to meet pairs and triples of these. */
unsigned gat_grow_class(int64_t n);

#endif
