/* grow.c - the room that a drawn case gets, and sizes that grow into it.
 *
 * Most cases are small.  In large ones a single size grows, and the others stay as they are, or all
 * are moderate.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/grow.h"

#include "dtype.h"

enum { OUTER, EXTENT, PICKS, INNER };
enum { ROOMS = 6, USUAL = 300, /* cases where many variants are asked */
       MANY = 1100 /* and where a dozen share what many have */ };

static uint64_t below(struct gat_prng *prng, uint64_t n)
{
    return gat_prng_below(prng, n);
}

/* ---- rooms ---- */

/* A large case takes as long as many others.  Where few variants are asked, the most room comes a
 * few times, and then each room evenly, as often as its share says, and not by chance. */
int64_t gat_grow_room(struct gat_prng *prng, unsigned number, unsigned *turn)
{
    enum { ALL = 2048, GOLDEN = 1265 /* of it, odd */, LARGEST = 3 };
    static const struct {
        unsigned share[2]; /* of ALL */
        int64_t bytes;
    } rooms[ROOMS] = {{{5, 3}, 8 << 20},
                      {{20, 0}, GAT_ROOM_LARGE},
                      {{80, 40}, 2 << 20},
                      {{700, 160}, GAT_ROOM_NARROW},
                      {{850, 120}, 30 << 10},
                      {{393, 1725}, GAT_ROOM_SMALL}};
    unsigned k = 0, usual = number < USUAL;
    if (number >= MANY && number < MANY + 2 * LARGEST) {
        *turn = (number - MANY) / 2;
        return GAT_ROOM_MOST;
    }
    for (uint64_t at = usual ? below(prng, ALL) : (number - USUAL) / 2 * GOLDEN % ALL;
         at >= rooms[k].share[usual];)
        at -= rooms[k++].share[usual];
    return rooms[k].bytes;
}

/* ---- sizes ---- */

enum { MOST_SIZE = 1 << 21 };
static const int64_t class_ends[GAT_GROW_CLASSES] = {0, 1, 7, 31, 300, 4096, 1 << 17, MOST_SIZE};

unsigned gat_grow_class(int64_t n)
{
    unsigned k = 0;
    while (k + 1 < GAT_GROW_CLASSES && n > class_ends[k])
        k++;
    return k;
}

/* In [least, most], every power of two as likely. */
static int64_t log_draw(struct gat_prng *prng, int64_t least, int64_t most)
{
    if (most <= least)
        return least;
    int bits = 64 - __builtin_clzll((uint64_t)(most / least));
    for (;;) { /* an octave and a place in it; the last octave may reach too far */
        int64_t from = least << below(prng, (uint64_t)bits);
        int64_t at = from + (int64_t)below(prng, (uint64_t)from);
        if (at <= most)
            return at;
    }
}

/* Two of three numbers are a multiple of a power of two, rather a large one, or lie beside such
 * a multiple, where whole blocks leave a rest. */
static int64_t snapped(struct gat_prng *prng, int64_t n)
{
    if (n < 16 || below(prng, 3) == 0)
        return n;
    uint64_t powers = (uint64_t)(62 - __builtin_clzll((uint64_t)n));
    uint64_t one = below(prng, powers), other = below(prng, powers);
    int64_t block = INT64_C(1) << (2 + (one > other ? one : other));
    int64_t beside = (int64_t)below(prng, 4) % 3;
    beside -= (int64_t)below(prng, 2);
    switch (below(prng, 5)) {
    case 0: return n / block * block + beside;
    case 1: return n / block * block + block / 2 + beside;
    default: return n / block * block;
    }
}

/* Orders of indices need a few places and picks even where another size grows. */
static int64_t size_draw(struct gat_prng *prng, unsigned size, bool tiny)
{
    static const unsigned char weights[GAT_GROW_CLASSES] = {1, 8, 30, 12, 7, 4, 2, 0};
    if (tiny)
        return 1 + (int64_t)below(prng, size == EXTENT || size == PICKS ? 4 : 2);
    unsigned k = 0;
    for (uint64_t at = below(prng, 64); at >= weights[k]; k++)
        at -= weights[k];
    return k < 2 ? k : snapped(prng, log_draw(prng, class_ends[k - 1] + 1, class_ends[k]));
}

int64_t gat_grow_uniform(struct gat_prng *prng)
{
    unsigned k = (unsigned)below(prng, GAT_GROW_CLASSES - 1);
    return k < 2 ? k : log_draw(prng, class_ends[k - 1] + 1, class_ends[k]);
}

/* Blocks of kernels are one or the other; what is wrong after whole blocks shows beside them. */
int64_t gat_grow_round(struct gat_prng *prng)
{
    int64_t tens = below(prng, 3) == 0 ? 10 : 100, digit = 1 + (int64_t)below(prng, 9);
    int64_t block = below(prng, 2) == 0 ? INT64_C(8) << below(prng, 8) : digit * tens;
    const int64_t beside[] = {1, 1, 0, -1, (int64_t)below(prng, (uint64_t)block)};
    return block * (1 + (int64_t)below(prng, 4)) + beside[below(prng, 5)];
}

/* Sizes that are too large for the room are halved, the one that is to grow last of all. */
void gat_grow_fit(const struct gat_breed *b, struct gat_sketch *s, unsigned grows,
                  int64_t room)
{
    while (gat_sketch_cost(b, s) > room) {
        unsigned most = grows;
        for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
            if (k != grows && s->size[k] > 1 && (most == grows || s->size[k] > s->size[most]))
                most = k;
        if (s->size[most] <= 1)
            return;
        s->size[most] /= 2;
    }
}

/* An extent that an index type can just count, or just not: half and all of its range. */
static int64_t range_draw(struct gat_prng *prng, enum gat_dtype t)
{
    int64_t range = INT64_C(1) << (8 * gat_dtype_size(t) - below(prng, 2));
    range *= below(prng, 4) == 0 ? 2 : 1;
    return range + (int64_t)below(prng, 3) - 1;
}

/* How far a size may grow, by what a case costs where it is `at`: where it is 1, indices alone may
 * cost as much as the room has. */
static int64_t size_most(const struct gat_breed *b, struct gat_sketch *s, unsigned size,
                         int64_t room, int64_t at)
{
    s->size[size] = at;
    int64_t cost = gat_sketch_cost(b, s);
    return cost > 0 ? (int64_t)((double)room * (double)at / (double)cost) : room;
}

/* A case takes what its largest operand does, so that another size may grow beside the first. */
static void beside_draw(const struct gat_breed *b, struct gat_prng *prng, int64_t room,
                        unsigned grown, struct gat_sketch *s)
{
    unsigned other = (grown + 1 + (unsigned)below(prng, 2 * GAT_SKETCH_SIZES)) %
                     (2 * GAT_SKETCH_SIZES);
    if (other >= GAT_SKETCH_SIZES || other == grown)
        return;
    int64_t before = s->size[other];
    int64_t most = size_most(b, s, other, room, 1);
    s->size[other] = most > before ? snapped(prng, log_draw(prng, 1, most)) : before;
}

/* Tiles in two or three dimensions show where no size is small: the octaves of the room are shared
 * among those before, along and after the axis. */
static void sizes_spread(const struct gat_breed *b, struct gat_prng *prng, int64_t room,
                         struct gat_sketch *s)
{
    uint64_t n = (uint64_t)room / gat_dtype_size(s->dtype);
    uint64_t octaves = (uint64_t)(63 - __builtin_clzll(n)), one = below(prng, octaves + 1),
             other = below(prng, octaves + 1), first = one < other ? one : other,
             second = one < other ? other : one;
    const uint64_t shares[] = {first, second - first, octaves - second};
    int64_t sizes[3];
    for (unsigned k = 0; k < 3; k++)
        sizes[k] = (int64_t)((UINT64_C(1) << shares[k]) + below(prng, UINT64_C(1) << shares[k]));
    unsigned along = below(prng, 2) == 0 ? EXTENT : PICKS;
    s->size[OUTER] = sizes[0];
    s->size[INNER] = sizes[2];
    s->size[along] = snapped(prng, sizes[1]);
    s->size[along == EXTENT ? PICKS : EXTENT] = log_draw(prng, 1, sizes[1]);
    gat_grow_fit(b, s, along, room);
}

/* The largest cases are few: each size in turn, and nearly always as large as there is room; in the
 * most room the output is no smaller than data. */
void gat_grow_draw(const struct gat_breed *b, struct gat_prng *prng, int64_t room, unsigned turn,
                   struct gat_sketch *s)
{
    static const unsigned char often[] = {PICKS, PICKS, PICKS, EXTENT, EXTENT,
                                          INNER, INNER, INNER, OUTER, OUTER};
    static const unsigned char largest[GAT_SKETCH_SIZES] = {INNER, OUTER, PICKS, EXTENT};
    bool highest = room > GAT_ROOM_LARGE;
    unsigned grows = highest ? largest[turn % GAT_SKETCH_SIZES] : often[below(prng, sizeof often)];
    if (!highest && room > GAT_ROOM_SMALL && below(prng, room <= GAT_ROOM_NARROW ? 5 : 2) == 0) {
        sizes_spread(b, prng, room > GAT_ROOM_NARROW ? room / 2 : room, s);
        return;
    }
    bool alone = below(prng, 3) == 0;
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        s->size[k] = size_draw(prng, k, (alone || room > GAT_ROOM_SMALL) && k != grows);
    if (room == GAT_ROOM_MOST && s->size[PICKS] < s->size[EXTENT])
        s->size[PICKS] = s->size[EXTENT];
    if (room == GAT_ROOM_MOST && grows == PICKS) /* indices take more than what they name */
        s->size[INNER] = 33 + (int64_t)below(prng, 64);
    if (!highest && gat_dtype_size(s->index_dtype) <= (room > GAT_ROOM_SMALL ? 2 : 1) &&
        below(prng, 2) == 0) {
        grows = below(prng, 2) == 0 ? PICKS : EXTENT;
        s->size[grows] = range_draw(prng, s->index_dtype);
    } else if (room > GAT_ROOM_SMALL) {
        int64_t most = size_most(b, s, grows, room, highest ? 1 << 16 : 1);
        most = room < GAT_ROOM_MOST && most > MOST_SIZE ? MOST_SIZE : most;
        int64_t least = highest && below(prng, 4) != 0 ? most : most / 8;
        s->size[grows] = log_draw(prng, least > 0 ? least : 1, most);
        if (room < GAT_ROOM_MOST) /* the largest have a rest after blocks of any size */
            s->size[grows] = snapped(prng, s->size[grows]);
        while (s->size[grows] > 1 && gat_sketch_cost(b, s) > room)
            s->size[grows] /= 2;
        beside_draw(b, prng, room, grows, s);
    }
    gat_grow_fit(b, s, grows, room);
}
