/* sizes.c - drawn cases whose sizes grow together.
 *
 * Sizes, ranks, types, order of indices, values and presentation are drawn apart.  Of a few
 * drawn this way the one is taken that has most triples of properties which no case before it
 * had.  How many bytes a case may have is drawn first, so that most cases are small; in large
 * ones a single size grows, and the others stay as they are, or all are moderate.
 *
 * Every second case is asked right after one that is like it: in the same shapes with other
 * content, another axis, one bad index or axis, in another type, or a little larger or smaller.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/sizes.h"

#include "draw/cover.h"
#include "draw/sketch.h"
#include "draw/spoil.h"
#include "dtype.h"
#include "parts/presentation.h"

enum { OUTER, EXTENT, PICKS, INNER };
enum { SMALL_ROOM = 15000, LARGE_ROOM = 1 << 20, MOST_ROOM = 21000037, ROOMS = 5, CLASSES = 8,
       CANDIDATES = 8, LARGE_TRIES = 4, USUAL = 300, /* cases where many variants are asked */
       MANY = 1100 /* and where a dozen share what many have */ };

struct grown {
    struct gat_cover cover;
    struct gat_sketch last, before; /* of the last case, and of the one before it */
    int64_t room, room_before; /* of these, in bytes */
    unsigned turn; /* how many of the largest there were */
};

static uint64_t below(struct gat_prng *prng, uint64_t n)
{
    return n > 0 ? gat_prng_below(prng, n) : 0;
}

/* ---- sizes ---- */

static const int64_t class_ends[CLASSES] = {0, 1, 7, 31, 300, 4096, 1 << 17, 1 << 21};

static unsigned class_of(int64_t n)
{
    unsigned k = 0;
    while (k + 1 < CLASSES && n > class_ends[k])
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
    static const unsigned char weights[CLASSES] = {1, 8, 30, 12, 7, 4, 2, 0};
    if (tiny)
        return 1 + (int64_t)below(prng, size == EXTENT || size == PICKS ? 5 : 3);
    unsigned k = 0;
    for (uint64_t at = below(prng, 64); at >= weights[k]; k++)
        at -= weights[k];
    return k < 2 ? k : snapped(prng, log_draw(prng, class_ends[k - 1] + 1, class_ends[k]));
}

/* Sizes that are too large for the room are halved, the one that is to grow last of all. */
static void sizes_fit(const struct gat_breed *b, struct gat_sketch *s, unsigned grows,
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
    sizes_fit(b, s, along, room);
}

/* The largest cases are few: each size in turn, and nearly always as large as there is room; in the
 * most room the output is no smaller than data. */
static void sizes_draw(const struct gat_breed *b, struct gat_prng *prng, int64_t room,
                       unsigned turn, struct gat_sketch *s)
{
    static const unsigned char often[] = {PICKS, PICKS, PICKS, EXTENT, EXTENT,
                                          INNER, INNER, INNER, OUTER, OUTER};
    static const unsigned char largest[GAT_SKETCH_SIZES] = {INNER, OUTER, PICKS, EXTENT};
    bool highest = room > LARGE_ROOM;
    unsigned grows = highest ? largest[turn % GAT_SKETCH_SIZES] : often[below(prng, sizeof often)];
    if (!highest && room > SMALL_ROOM && below(prng, room < LARGE_ROOM ? 5 : 2) == 0) {
        sizes_spread(b, prng, room, s);
        return;
    }
    bool alone = below(prng, 3) == 0;
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        s->size[k] = size_draw(prng, k, (alone || room > SMALL_ROOM) && k != grows);
    if (room == MOST_ROOM && s->size[PICKS] < s->size[EXTENT])
        s->size[PICKS] = s->size[EXTENT];
    if (room == MOST_ROOM && grows == PICKS) /* indices take more than what they name */
        s->size[INNER] = 33 + (int64_t)below(prng, 64);
    if (!highest && gat_dtype_size(s->index_dtype) <= (room > SMALL_ROOM ? 2 : 1) &&
        below(prng, 2) == 0) {
        grows = below(prng, 2) == 0 ? PICKS : EXTENT;
        s->size[grows] = range_draw(prng, s->index_dtype);
    } else if (room > SMALL_ROOM) {
        int64_t most = size_most(b, s, grows, room, highest ? 1 << 16 : 1);
        most = room < MOST_ROOM && most > class_ends[CLASSES - 1] ? class_ends[CLASSES - 1] : most;
        int64_t least = highest && below(prng, 4) != 0 ? most : most / 8;
        s->size[grows] = log_draw(prng, least > 0 ? least : 1, most);
        if (room < MOST_ROOM) /* the largest have a rest after blocks of any size */
            s->size[grows] = snapped(prng, s->size[grows]);
        while (s->size[grows] > 1 && gat_sketch_cost(b, s) > room)
            s->size[grows] /= 2;
        beside_draw(b, prng, room, grows, s);
    }
    sizes_fit(b, s, grows, room);
}

/* ---- all else ---- */

/* Large cases are rare, so they have special values more often. */
static enum gat_fill fill_draw(struct gat_prng *prng, enum gat_dtype t, bool large)
{
    static const enum gat_fill fills[] = {
        GAT_FILL_DISTINCT, GAT_FILL_DISTINCT, GAT_FILL_MIXED,    GAT_FILL_MIXED,
        GAT_FILL_MIXED,    GAT_FILL_MIXED,    GAT_FILL_MIXED,    GAT_FILL_MIXED,
        GAT_FILL_MIXED,    GAT_FILL_MIXED,    GAT_FILL_MIXED,    GAT_FILL_ZEROS,
        GAT_FILL_SPECIALS, GAT_FILL_SPECIALS, GAT_FILL_NAN_PAYLOADS, GAT_FILL_IOTA};
    enum gat_fill fill = fills[below(prng, sizeof fills / sizeof fills[0])];
    if (large && fill != GAT_FILL_ZEROS && below(prng, 4) != 0)
        fill = GAT_FILL_MIXED;
    return t != GAT_STR ? fill : fill == GAT_FILL_MIXED ? GAT_FILL_STRINGS : GAT_FILL_DISTINCT;
}

/* Half of the small cases lie plainly, and three of eight large ones. */
static unsigned presentation_draw(struct gat_prng *prng, bool scatters, bool large)
{
    static const unsigned char all[] = {
        GAT_P_STRIDED, GAT_P_OFFSET, GAT_P_PERMUTED, GAT_P_PERMUTED, GAT_P_ODD, GAT_P_ODD,
        GAT_P_BROADCAST, GAT_P_PADDED, GAT_P_INPLACE, GAT_P_STRIDED_INPLACE, GAT_P_OFFSET_INPLACE,
        GAT_P_PERMUTED_INPLACE, GAT_P_ODD_INPLACE, GAT_P_PADDED_INPLACE};
    enum { APART = 8 }; /* the first ones, in which the output is not data */
    uint64_t how = below(prng, large ? 8 : 6);
    if (how < 3)
        return GAT_P_PLAIN;
    return how == 3 ? (unsigned)below(prng, GAT_P_COUNT)
                    : all[below(prng, scatters ? sizeof all : APART)];
}

/* Half are orders that a kernel may look for; the sign is drawn apart. */
static unsigned pattern_draw(struct gat_prng *prng)
{
    static const unsigned char usual[] = {GAT_INDEX_EQUAL,  GAT_INDEX_RUN,    GAT_INDEX_REVERSE,
                                          GAT_INDEX_STEPS,  GAT_INDEX_SORTED, GAT_INDEX_SHUFFLED};
    unsigned k;
    if (below(prng, 2) == 0)
        return usual[below(prng, sizeof usual)];
    do
        k = (unsigned)below(prng, GAT_INDEX_PATTERNS);
    while (k == GAT_INDEX_SIGNED || k == GAT_INDEX_NEGATIVE);
    return k;
}

/* Draw anew the parts that do not change shapes. */
static void content_draw(const struct gat_breed *b, struct gat_prng *prng, bool large,
                         struct gat_sketch *s)
{
    s->pattern = pattern_draw(prng);
    s->sign = (unsigned)below(prng, 4) % 3;
    s->fill = fill_draw(prng, s->dtype, large);
    s->presentation = presentation_draw(prng, b->updates, large);
    unsigned none = below(prng, 8) == 0 || b->reductions == 0, k = (unsigned)below(prng, 64);
    bool combines = large && below(prng, 4) != 0; /* shows more */
    uint32_t how = b->reductions & ~(combines ? 1u << REF_NONE : 0);
    s->reduction = none ? 0 : 1 + (int64_t)gat_type_of_set(how != 0 ? how : b->reductions, k);
}

/* Does the pattern need as many places as there are indices? */
bool gat_pattern_walks(unsigned pattern)
{
    return pattern == GAT_INDEX_RUN || pattern == GAT_INDEX_STEPS ||
           pattern == GAT_INDEX_DESCENDING || pattern == GAT_INDEX_SORTED ||
           pattern == GAT_INDEX_SHUFFLED || pattern == GAT_INDEX_CYCLE ||
           pattern == GAT_INDEX_REVERSE;
}

/* Half of such patterns get them, and all where nothing stands beside the axis. */
static void places_give(const struct gat_breed *b, struct gat_prng *prng, int64_t room, bool flat,
                        struct gat_sketch *s)
{
    if (!gat_pattern_walks(s->pattern) || (!flat && below(prng, 2) == 0))
        return;
    if (b->naming == REF_NAMES_ELEMENTS && !s->few)
        s->size[OUTER] = s->size[INNER] = 1;
    bool batches = b->naming == REF_NAMES_WINDOWS && !b->listed; /* an index each */
    int64_t places = batches ? s->size[OUTER] + s->size[PICKS]
                             : s->size[PICKS] * (s->few ? GAT_SKETCH_FEW : 1);
    if (s->size[EXTENT] < places) {
        s->size[EXTENT] = places * (1 + (int64_t)below(prng, 3));
        s->size[EXTENT] += (int64_t)below(prng, 2);
    }
    sizes_fit(b, s, EXTENT, room);
}

/* Those of at most so many bytes, or all. */
static uint32_t narrow_types(uint32_t types, size_t bytes)
{
    uint32_t narrow = 0;
    for (unsigned t = 0; t < GAT_DTYPE_COUNT; t++)
        if (gat_dtype_size((enum gat_dtype)t) <= bytes)
            narrow |= types & GAT_BIT(t);
    return narrow != 0 ? narrow : types;
}

/* Most are small, and a few the greatest that a tensor has. */
static int32_t rank_draw(struct gat_prng *prng)
{
    uint64_t how = below(prng, 64), most = how < 32 ? 4 : how < 62 ? 9 : GAT_MAX_RANK;
    return how == 63 ? GAT_MAX_RANK : 1 + (int32_t)below(prng, most);
}

/* In the most room there are more than 2^24 elements, but where each is a sum of terms.  Two truth
 * values of large cases show less than numbers. */
static uint32_t types_within(const struct gat_breed *b, struct gat_prng *prng, int64_t room)
{
    bool most = room == MOST_ROOM, sums = b->updates && (b->reductions & 1u << REF_NONE) == 0;
    uint64_t width = room < LARGE_ROOM || (most && sums) ? 3 : below(prng, most ? 1 : 4);
    uint32_t numbers = b->data_types & ~GAT_BIT(GAT_BOOL);
    uint32_t types = room < LARGE_ROOM || numbers == 0 ? b->data_types : numbers;
    return width < 3 ? narrow_types(types, 1 + width % 2) : types;
}

/* `flat`: one axis and nothing beside it. */
static void sketch_draw(const struct gat_breed *b, struct gat_prng *prng, int64_t room, bool flat,
                        unsigned turn, struct gat_sketch *s)
{
    uint64_t type = below(prng, 1 << 16);
    s->dtype = gat_type_of_set(types_within(b, prng, room), type);
    s->index_dtype = gat_type_of_set(b->index_types, below(prng, 1 << 16));
    s->rank = rank_draw(prng);
    s->batches = below(prng, 2) == 0 ? 0 : 1 + (int32_t)below(prng, 2);
    s->depth = b->naming != REF_NAMES_TUPLES && !b->listed ? 1 : 1 + (int32_t)below(prng, 3);
    s->shape = gat_prng_next(prng);
    s->tight = b->listed && room > SMALL_ROOM && below(prng, 4) != 0;
    s->few = b->naming == REF_NAMES_ELEMENTS && below(prng, 3) == 0;
    content_draw(b, prng, room > SMALL_ROOM, s);
    s->reduction *= room != MOST_ROOM;
    sizes_draw(b, prng, room, turn, s);
    if (flat)
        s->size[OUTER] = s->size[INNER] = 1;
    if (flat && !gat_pattern_walks(s->pattern))
        s->pattern = pattern_draw(prng);
    places_give(b, prng, room, flat, s);
}

/* Has the axis as many places as the pattern needs, and nothing else that has some? */
static bool pattern_shows(const struct gat_breed *b, const struct gat_sketch *s)
{
    bool flat = (s->size[OUTER] <= 1 && s->size[INNER] <= 1) || s->few;
    bool room = s->size[EXTENT] >= s->size[PICKS] && s->size[PICKS] > 2;
    return !gat_pattern_walks(s->pattern) || (room && (flat || b->naming != REF_NAMES_ELEMENTS));
}

/* A pattern counts where the case has it. */
static void levels_of(const struct gat_breed *b, const struct gat_sketch *s,
                      unsigned char *levels)
{
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        *levels++ = (unsigned char)class_of(s->size[k]);
    *levels++ = (unsigned char)(s->rank < 9 ? s->rank : 9);
    *levels++ = (unsigned char)s->dtype % GAT_COVER_LEVELS;
    *levels++ = (unsigned char)s->index_dtype % GAT_COVER_LEVELS;
    *levels++ = pattern_shows(b, s) ? (unsigned char)(s->pattern + 1) % GAT_COVER_LEVELS : 0;
    *levels++ = (unsigned char)s->fill;
    unsigned kind = gat_presentations[s->presentation].kind;
    unsigned ranks = (unsigned)(s->batches % 2 + 2 * (s->depth % 2));
    *levels++ = (unsigned char)(kind + 8u * (s->presentation >= GAT_P_INPLACE));
    *levels = (unsigned char)(s->sign + 4 * ranks);
}

/* Is the order of all indices rarely one that a kernel looks for, as the axis is not alone? */
static bool order_needs_flat(const struct gat_breed *b)
{
    return b->naming == REF_NAMES_ELEMENTS || b->naming == REF_NAMES_PLACES;
}

/* A large case takes as long as many others.  Where few variants are asked, the most room comes a
 * few times, and then each room evenly, as often as its share says, and not by chance. */
static int64_t room_draw(struct gat_prng *prng, unsigned number)
{
    enum { ALL = 2048, GOLDEN = 1265 /* of it, odd */, LARGEST = 3 };
    static const struct {
        unsigned share[2]; /* of ALL */
        int64_t bytes;
    } rooms[ROOMS] = {{{5, 3}, 8 << 20},       {{96, 40}, LARGE_ROOM},       {{180, 160}, 96 << 10},
                      {{500, 120}, 30 << 10}, {{1267, 1725}, SMALL_ROOM}};
    unsigned k = 0, usual = number < USUAL;
    if (number >= MANY && number < MANY + 2 * LARGEST)
        return MOST_ROOM;
    for (uint64_t at = usual ? below(prng, ALL) : (number - USUAL) / 2 * GOLDEN % ALL;
         at >= rooms[k].share[usual];)
        at -= rooms[k++].share[usual];
    return rooms[k].bytes;
}

/* Of these the one that has most triples of properties which no case before it had; in the most
 * room the largest. */
static void freshest_take(const struct gat_breed *b, struct grown *g,
                          const struct gat_sketch s[CANDIDATES])
{
    unsigned char levels[GAT_COVER_FACTORS];
    unsigned best = 0, most = 0;
    for (unsigned i = 0; i < CANDIDATES; i++) {
        levels_of(b, &s[i], levels);
        unsigned fresh = g->room == MOST_ROOM ? (unsigned)(gat_sketch_cost(b, &s[i]) >> 10)
                                              : gat_cover_new(&g->cover, levels, false);
        if (i == 0 || fresh > most) {
            best = i;
            most = fresh;
        }
    }
    g->last = s[best];
    levels_of(b, &g->last, levels);
    gat_cover_new(&g->cover, levels, true);
}

static void base_draw(struct gat_draws *d, unsigned number, struct gat_prng *prng)
{
    struct grown *g = d->state;
    struct gat_sketch s[CANDIDATES];
    bool flat = order_needs_flat(&d->breed) && below(prng, 3) == 0;
    bool may_grow = number % 2 == 0 && d->tries < LARGE_TRIES; /* odd ones come after a large one */
    g->room = may_grow ? room_draw(prng, number) : SMALL_ROOM;
    unsigned turn = g->room == MOST_ROOM ? (number - MANY) / 2 : g->turn;
    for (unsigned i = 0; i < CANDIDATES; i++)
        sketch_draw(&d->breed, prng, g->room, flat, turn, &s[i]);
    g->turn += g->room > LARGE_ROOM;
    freshest_take(&d->breed, g, s);
}

/* ---- cases that follow others ---- */

enum follower { OTHER_CONTENT, BAD_INDEX, BAD_AXIS, OTHER_TYPE, OTHER_SIZE, OTHER_AXIS };

/* Few cases come after a larger one otherwise. */
static enum follower follower_draw(struct gat_draws *d, struct gat_prng *prng)
{
    enum { ALL = 21, SMALL = ALL - 3 };
    static const unsigned char how[ALL] = {
        OTHER_CONTENT, OTHER_CONTENT, OTHER_CONTENT, OTHER_CONTENT, OTHER_CONTENT, OTHER_CONTENT,
        BAD_INDEX, BAD_INDEX, BAD_INDEX, BAD_INDEX, BAD_INDEX, BAD_AXIS, BAD_AXIS, OTHER_TYPE,
        OTHER_TYPE, OTHER_AXIS, OTHER_AXIS, OTHER_SIZE, OTHER_SIZE, OTHER_SIZE, OTHER_SIZE};
    struct grown *g = d->state;
    enum follower f = (enum follower)how[below(prng, g->room > SMALL_ROOM ? ALL : SMALL)];
    struct gat_sketch s[CANDIDATES];
    for (unsigned i = 0; i < CANDIDATES; i++) {
        s[i] = g->last;
        int64_t *size = &s[i].size[below(prng, GAT_SKETCH_SIZES)];
        if (f == OTHER_TYPE)
            s[i].dtype = gat_type_of_set(d->breed.data_types, below(prng, 1 << 16));
        if (f == OTHER_SIZE)
            *size = below(prng, 2) == 0 ? *size + 1 : *size / 2 + 1;
        content_draw(&d->breed, prng, g->room > SMALL_ROOM, &s[i]);
        if (below(prng, 2) == 0)
            s[i].presentation = g->last.presentation;
    }
    freshest_take(&d->breed, g, s);
    return f;
}

void gat_sizes_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    sketch_draw(b, prng, SMALL_ROOM, order_needs_flat(b) && below(prng, 3) == 0, 0, s);
}

void gat_sizes_content(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    content_draw(b, prng, false, s);
}

void gat_sizes_begin(struct gat_draws *d)
{
    struct grown *g = GAT_NEW(d->arena, struct grown);
    gat_cover_start(&g->cover, d->arena);
    d->state = g;
}

bool gat_sizes_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out)
{
    struct grown *g = d->state;
    enum follower f = OTHER_CONTENT;
    if (d->tries == 0) {
        g->before = g->last;
        g->room_before = g->room;
    }
    g->last = g->before; /* what is drawn again follows it too */
    g->room = g->room_before;
    if (k % 2 == 0 || g->room > LARGE_ROOM)
        base_draw(d, k, prng);
    else
        f = follower_draw(d, prng);
    if (g->room > LARGE_ROOM && g->room < MOST_ROOM && below(prng, 4) == 0) /* none follows it */
        f = BAD_INDEX;
    gat_sketch_lay(&d->breed, &g->last, gat_prng_next(prng), out);
    if (f == OTHER_AXIS)
        gat_draft_turn(&d->breed, out, prng);
    if (f == BAD_INDEX)
        gat_draft_spoil(out, prng);
    if (f == BAD_AXIS)
        gat_draft_spoil_axis(out, prng);
    d->must_answer = f != BAD_INDEX && f != BAD_AXIS;
    d->most_bytes = 2 * g->room; /* another axis may make much more of the same sizes */
    return true;
}
