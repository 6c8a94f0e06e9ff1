/* sizes.c - drawn cases whose sizes grow together.
 *
 * Sizes, ranks, types, order of indices, values and presentation are drawn apart.  Of a few
 * drawn this way the one is taken that has most triples of properties which no case before it
 * had.  How many bytes a case may have is drawn first (draw/grow.h).  Of one in eight cases some
 * properties have each of their levels as often as any other.
 *
 * Every second case is asked right after one that is like it: in the same shapes with other
 * content, another axis, one bad index or axis, in another type, or a little larger or smaller.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/sizes.h"

#include "draw/cover.h"
#include "draw/grow.h"
#include "draw/sketch.h"
#include "draw/spoil.h"
#include "dtype.h"
#include "parts/presentation.h"

enum { OUTER, EXTENT, PICKS, INNER, RANK, BATCHES, DTYPE, ORDER, SIGN, PRESENTATION, FILL,
       PROPERTIES };
enum { CANDIDATES = 16, MOST_CANDIDATES = 32, LARGE_TRIES = 4, UNIFORM = 4, ORDERS = 6,
       EVEN = 6 };

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
    s->reduction.given = !none;
    s->reduction.value = (int64_t)gat_type_of_set(how != 0 ? how : b->reductions, k);
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
    bool batches = b->naming == REF_NAMES_WINDOWS; /* an index each */
    int64_t places = batches ? s->size[OUTER] + s->size[PICKS]
                             : s->size[PICKS] * (s->few ? GAT_SKETCH_FEW : 1);
    if (s->size[EXTENT] < places) { /* in half of the cases just as many */
        int64_t more = (int64_t)below(prng, 6) - 2;
        if (s->pattern == GAT_INDEX_STEPS || s->pattern == GAT_INDEX_DESCENDING)
            more = more > 0 ? more + 1 : 2;
        s->size[EXTENT] = places * (more > 0 ? more : 1);
        s->size[EXTENT] += more > 0 ? (int64_t)below(prng, 2) : 0;
    }
    gat_grow_fit(b, s, EXTENT, room);
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

/* Of tuples; the longest leave room for batches, a place and the dimensions of picks. */
static int32_t depth_draw(struct gat_prng *prng)
{
    uint64_t how = below(prng, 64);
    return how < 56   ? 1 + (int32_t)how % 3
           : how < 62 ? 4 + (int32_t)how % 2
                      : 6 + (int32_t)below(prng, GAT_MAX_RANK - 10);
}

/* Large cases have narrow elements, so that there are many; the largest have numbers rather than
 * truth values, and often floating ones, as these have most special values. In the most room there
 * are more than 2^24, but where each is a sum of terms. */
static uint32_t types_within(const struct gat_breed *b, struct gat_prng *prng, int64_t room)
{
    bool sums = b->updates && (b->reductions & 1u << REF_NONE) == 0;
    uint32_t numbers = b->data_types & ~GAT_BIT(GAT_BOOL), floats = numbers & GAT_REAL_TYPES;
    if (room < GAT_ROOM_NARROW || numbers == 0)
        return b->data_types;
    if (room == GAT_ROOM_NARROW)
        return below(prng, 2) == 0 ? b->data_types : narrow_types(b->data_types, 2);
    if (room == GAT_ROOM_MOST)
        return sums ? numbers : narrow_types(numbers, 1);
    switch (below(prng, 4)) {
    case 0: return narrow_types(numbers, 1);
    case 1: return narrow_types(numbers, 2);
    case 2: return narrow_types(floats != 0 ? floats : numbers, 2);
    default: return numbers;
    }
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
    s->depth = b->naming != REF_NAMES_TUPLES && b->naming != REF_NAMES_BOXES ? 1 : depth_draw(prng);
    s->shape = gat_prng_next(prng);
    s->tight = b->naming == REF_NAMES_BOXES && room > GAT_ROOM_SMALL && below(prng, 4) != 0;
    s->few = b->naming == REF_NAMES_ELEMENTS && below(prng, 3) == 0;
    content_draw(b, prng, room > GAT_ROOM_SMALL, s);
    s->reduction.given &= room != GAT_ROOM_MOST;
    gat_grow_draw(b, prng, room, turn, s);
    if (flat)
        s->size[OUTER] = s->size[INNER] = 1;
    if (flat && below(prng, 2) == 0) { /* and not even dimensions of one */
        s->rank = 1;
        s->batches = 0;
    }
    if (flat && !gat_pattern_walks(s->pattern))
        s->pattern = pattern_draw(prng);
    places_give(b, prng, room, flat, s);
}

/* A property gets each of its levels as often as any other, a size each of its classes; one size
 * at most is 0. */
static void property_draw(const struct gat_breed *b, struct gat_prng *prng, unsigned property,
                          struct gat_sketch *s)
{
    static const enum gat_fill fills[] = {GAT_FILL_DISTINCT, GAT_FILL_MIXED, GAT_FILL_ZEROS,
                                          GAT_FILL_SPECIALS, GAT_FILL_NAN_PAYLOADS, GAT_FILL_IOTA};
    static const unsigned char orders[] = {
        GAT_INDEX_EQUAL,  GAT_INDEX_RUN,        GAT_INDEX_REVERSE,     GAT_INDEX_STEPS,
        GAT_INDEX_SORTED, GAT_INDEX_DESCENDING, GAT_INDEX_SORTED_DOWN, GAT_INDEX_RANDOM};
    switch (property) {
    case RANK: s->rank = 1 + (int32_t)below(prng, 9); break;
    case BATCHES: s->batches = (int32_t)below(prng, 3); break;
    case DTYPE: s->dtype = gat_type_of_set(b->data_types, below(prng, 1 << 16)); break;
    case ORDER: s->pattern = orders[below(prng, sizeof orders)]; break;
    case SIGN: s->sign = (unsigned)below(prng, 3); break;
    case PRESENTATION: s->presentation = (unsigned)below(prng, GAT_P_COUNT); break;
    case FILL: s->fill = fills[below(prng, sizeof fills / sizeof fills[0])]; break;
    default:
        s->size[property] = 1;
        for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
            if (s->size[k] == 0)
                return;
        s->size[property] = gat_grow_uniform(prng);
    }
}

/* A few properties of a sketch anew, so that levels which are rare meet. */
static void uniform_draw(const struct gat_breed *b, struct gat_prng *prng, int64_t room,
                         struct gat_sketch *s)
{
    enum { DRAWN = 5 };
    unsigned grows = PICKS;
    for (unsigned k = 0; k < DRAWN; k++) {
        unsigned property = (unsigned)below(prng, PROPERTIES);
        property_draw(b, prng, property, s);
        grows = property < GAT_SKETCH_SIZES ? property : grows;
    }
    if ((s->dtype == GAT_STR) != (s->fill == GAT_FILL_STRINGS))
        s->fill = fill_draw(prng, s->dtype, false);
    gat_grow_fit(b, s, grows, room);
    places_give(b, prng, room, false, s);
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
        *levels++ = (unsigned char)gat_grow_class(s->size[k]);
    int32_t least = 1 + (s->size[OUTER] != 1) + (s->size[INNER] != 1);
    int32_t rank = s->rank > least ? s->rank : least;
    *levels++ = (unsigned char)(rank < 9 ? rank : 9);
    *levels++ = s->dtype == GAT_STR ? 31 : (unsigned char)gat_dtype_size(s->dtype);
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

/* Of these the one that has most triples of properties which no case before it had; in the most
 * room the largest. */
static const struct gat_sketch *freshest(const struct gat_breed *b, struct grown *g,
                                         const struct gat_sketch *s, unsigned n)
{
    unsigned char levels[GAT_COVER_FACTORS];
    unsigned best = 0, most = 0;
    for (unsigned i = 0; i < n; i++) {
        levels_of(b, &s[i], levels);
        unsigned fresh = g->room == GAT_ROOM_MOST ? (unsigned)(gat_sketch_cost(b, &s[i]) >> 10)
                                                  : gat_cover_new(&g->cover, levels, false);
        if (i == 0 || fresh > most) {
            best = i;
            most = fresh;
        }
    }
    return &s[best];
}

static void take(const struct gat_breed *b, struct grown *g, const struct gat_sketch *s)
{
    unsigned char levels[GAT_COVER_FACTORS];
    g->last = *s;
    levels_of(b, s, levels);
    gat_cover_new(&g->cover, levels, true);
}

/* All sizes that are not 1 become the same, so that another axis leaves all shapes as they are. */
static void sizes_even(struct gat_sketch *s)
{
    enum { MOST = 12 };
    int64_t n = s->size[EXTENT] < MOST ? s->size[EXTENT] : MOST;
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        s->size[k] = s->size[k] == 1 ? 1 : n;
}

/* Sizes are drawn first, and then content for those that were taken, as large cases are few. */
static void base_draw(struct gat_draws *d, unsigned number, struct gat_prng *prng)
{
    struct grown *g = d->state;
    struct gat_sketch s[MOST_CANDIDATES];
    bool flat = order_needs_flat(&d->breed) && below(prng, 3) == 0;
    bool may_grow = number % 2 == 0 && d->tries < LARGE_TRIES; /* odd ones come after a large one */
    unsigned turn = g->turn;
    g->room = may_grow ? gat_grow_room(prng, number, &turn) : GAT_ROOM_SMALL;
    bool uniform = may_grow && g->room <= GAT_ROOM_NARROW && number / 2 % UNIFORM == 0;
    unsigned n = uniform ? MOST_CANDIDATES : CANDIDATES;
    for (unsigned i = 0; i < n; i++) {
        sketch_draw(&d->breed, prng, g->room, flat, turn, &s[i]);
        if (uniform)
            uniform_draw(&d->breed, prng, g->room, &s[i]);
    }
    g->turn += g->room > GAT_ROOM_LARGE;
    s[0] = *freshest(&d->breed, g, s, n);
    if (!uniform && g->room <= GAT_ROOM_SMALL && below(prng, 16) == 0)
        sizes_even(&s[0]);
    for (unsigned i = 1; i < CANDIDATES && !uniform && g->room != GAT_ROOM_MOST; i++) {
        s[i] = s[0];
        content_draw(&d->breed, prng, g->room > GAT_ROOM_SMALL, &s[i]);
    }
    take(&d->breed, g, uniform ? &s[0] : freshest(&d->breed, g, s, CANDIDATES));
}

/* ---- cases that follow others ---- */

enum follower { OTHER_CONTENT, BAD_INDEX, BAD_AXIS, OTHER_TYPE, OTHER_SIZE, OTHER_AXIS,
                FOLLOWERS };

/* Large cases are few, so that most are followed by one that shows what is kept of them. */
static enum follower follower_draw(struct gat_draws *d, struct gat_prng *prng)
{
    static const unsigned char often[2][FOLLOWERS] = {
        [false] = {[OTHER_CONTENT] = 5, [BAD_INDEX] = 6, [BAD_AXIS] = 2, [OTHER_TYPE] = 2,
                   [OTHER_SIZE] = 1, [OTHER_AXIS] = 2},
        [true] = {[OTHER_CONTENT] = 7, [BAD_INDEX] = 5, [BAD_AXIS] = 0, [OTHER_TYPE] = 1,
                  [OTHER_SIZE] = 4, [OTHER_AXIS] = 1}};
    enum { ALL = 18 };
    struct grown *g = d->state;
    const unsigned char *shares = often[g->room > GAT_ROOM_SMALL];
    unsigned f = 0;
    for (uint64_t at = below(prng, ALL); at >= shares[f]; f++)
        at -= shares[f];
    struct gat_sketch s[CANDIDATES];
    for (unsigned i = 0; i < CANDIDATES; i++) {
        s[i] = g->last;
        int64_t *size = &s[i].size[below(prng, GAT_SKETCH_SIZES)];
        if (f == OTHER_TYPE)
            s[i].dtype = gat_type_of_set(d->breed.data_types, below(prng, 1 << 16));
        if (f == OTHER_SIZE)
            *size = below(prng, 2) == 0 ? *size + 1 : *size / 2 + 1;
        content_draw(&d->breed, prng, g->room > GAT_ROOM_SMALL, &s[i]);
        if (below(prng, 2) == 0)
            s[i].presentation = g->last.presentation;
    }
    take(&d->breed, g, freshest(&d->breed, g, s, CANDIDATES));
    return (enum follower)f;
}

/* One index is outside.  What has no answer shows no values: a third of such cases, if they are not
 * large, leave the shapes of the case before for as many indices as whole blocks have and a few. */
static void bad_index_lay(struct gat_draws *d, struct gat_prng *prng, struct gat_draft *out)
{
    const struct gat_breed *b = &d->breed;
    const struct grown *g = d->state;
    struct gat_prng apart = {out->salt ^ UINT64_C(0x9E3779B97F4A7C15)};
    struct gat_sketch s = g->last;
    if (g->room > GAT_ROOM_NARROW || below(&apart, 3) != 0) {
        gat_draft_spoil(out, prng);
        return;
    }
    bool alone = b->naming == REF_NAMES_ELEMENTS;
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        s.size[k] = k == EXTENT ? 1 + (int64_t)below(&apart, 300)
                                : 1 + (int64_t)below(&apart, alone ? 1 : 2);
    s.size[b->naming == REF_NAMES_WINDOWS ? OUTER : PICKS] = gat_grow_round(&apart);
    s.few = false;
    gat_sketch_lay(b, &s, gat_prng_next(&apart), out);
    gat_draft_spoil_ends(out, &apart);
}

void gat_sizes_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    sketch_draw(b, prng, GAT_ROOM_SMALL, order_needs_flat(b) && below(prng, 3) == 0, 0, s);
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
    if (k % 2 == 0 || g->room > GAT_ROOM_LARGE)
        base_draw(d, k, prng);
    else
        f = follower_draw(d, prng);
    bool last = g->room > GAT_ROOM_LARGE && g->room < GAT_ROOM_MOST; /* none follows it */
    if (last && below(prng, 4) == 0)
        f = BAD_INDEX;
    gat_sketch_lay(&d->breed, &g->last, gat_prng_next(prng), out);
    struct gat_prng apart = {out->salt}, even = {~out->salt};
    if (g->room <= GAT_ROOM_SMALL && below(&even, EVEN) == 0)
        (void)gat_draft_even(&d->breed, out, &even);
    if (gat_pattern_walks(g->last.pattern) && below(&apart, ORDERS) == 0)
        (void)gat_draft_twin(out, &apart); /* an order but for its middle */
    if (f == OTHER_AXIS)
        gat_draft_turn(&d->breed, out, prng);
    if (f == BAD_INDEX)
        bad_index_lay(d, prng, out);
    if (f == BAD_AXIS)
        gat_draft_spoil_axis(out, prng);
    d->must_answer = f != BAD_INDEX && f != BAD_AXIS;
    d->most_bytes = 2 * g->room; /* another axis may make much more of the same sizes */
    return true;
}
