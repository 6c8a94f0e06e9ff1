/* shortcuts.c - drawn cases that look like ones for which a kernel has a shorter way.
 *
 * A kernel looks at a part of a call and takes the rest for granted: that a row of indices is a
 * run, as its ends and its sum say, that a small table may be multiplied, that a tile is whole,
 * that a place fits into 16 bits, that indices are compact.  Each form is a sketch of small sizes
 * in which such a shortcut would do, but for what the form is about.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/shortcuts.h"

#include "draw/draft_index.h"
#include "draw/grow.h"
#include "draw/sizes.h"
#include "dtype.h"
#include "parts/presentation.h"

enum { OUTER, EXTENT, PICKS, INNER };
enum { NEARLY, TABLE, VIEWS, ALIASES, NEARLY_TOO, TILES, VIEWS_TOO, FORMS };
enum { MOST_BYTES = 2 << 20 };

static int64_t below(struct gat_prng *prng, int64_t n)
{
    return n > 0 ? (int64_t)gat_prng_below(prng, (uint64_t)n) : 0;
}

static enum gat_dtype type_draw(uint32_t types, uint32_t preferred, struct gat_prng *prng)
{
    uint32_t both = types & preferred;
    return gat_type_of_set(both != 0 ? both : types, (uint64_t)below(prng, 1 << 16));
}

/* Those of at most so many bytes. */
static uint32_t types_of(uint64_t bytes)
{
    uint32_t types = 0;
    for (unsigned t = 0; t < GAT_DTYPE_COUNT; t++)
        types |= gat_dtype_size((enum gat_dtype)t) <= bytes ? GAT_BIT(t) : 0;
    return types;
}

/* ---- sizes and types ---- */

/* A row of indices and little beside it; in half of the cases it names each place once. */
static void nearly_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    static const unsigned char orders[] = {GAT_INDEX_CYCLE, GAT_INDEX_CYCLE,  GAT_INDEX_RUN,
                                           GAT_INDEX_EQUAL, GAT_INDEX_REVERSE, GAT_INDEX_SORTED};
    int64_t n = below(prng, 4) == 0 ? gat_grow_round(prng) : 8 + below(prng, 64);
    s->pattern = orders[below(prng, sizeof orders)];
    s->sign = 0;
    s->depth = 1;
    s->rank = 1 + (int32_t)below(prng, 3);
    s->size[EXTENT] = n + (below(prng, 2) == 0 ? 0 : below(prng, 9));
    s->size[PICKS] = n;
    s->size[OUTER] = 1 + below(prng, 4);
    s->size[INNER] = below(prng, 2) == 0 ? 1 : 1 + below(prng, 4);
    if (b->naming == REF_NAMES_WINDOWS) { /* an index each */
        s->size[OUTER] = n;
        s->size[PICKS] = 1;
    }
}

/* A few whole blocks of a power of two, and a rest. */
static int64_t blocks_draw(struct gat_prng *prng)
{
    int64_t block = INT64_C(8) << below(prng, 3);
    const int64_t rest[] = {1, block - 1, 1 + below(prng, block - 1)};
    return block * (1 + below(prng, 64 / block)) + rest[below(prng, 3)];
}

/* Two sizes have a rest after whole blocks. */
static void tiles_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    static const unsigned char pairs[][2] = {
        {OUTER, PICKS}, {OUTER, PICKS}, {PICKS, INNER}, {OUTER, INNER}, {EXTENT, INNER}};
    const unsigned char *pair = pairs[below(prng, sizeof pairs / sizeof pairs[0])];
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        s->size[k] = 1 + below(prng, k == EXTENT ? 9 : 3);
    s->size[pair[0]] = blocks_draw(prng);
    s->size[pair[1]] = blocks_draw(prng);
    s->rank = 1;
    if (below(prng, 4) != 0)
        s->presentation = GAT_P_PLAIN;
    if (below(prng, 2) == 0)
        s->dtype = type_draw(b->data_types, types_of(4), prng);
}

/* A few places, each of which is wide and picked often, and in the others numbers that a product
 * with 0 does not remove. */
static void table_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    uint32_t wanted = below(prng, 2) == 0 ? GAT_BIT(GAT_F32) : GAT_REAL_TYPES;
    s->dtype = type_draw(b->data_types, wanted, prng);
    s->fill = s->dtype == GAT_STR ? GAT_FILL_STRINGS : GAT_FILL_MIXED;
    s->size[OUTER] = 1;
    s->size[EXTENT] = 2 + below(prng, below(prng, 2) == 0 ? 7 : 31);
    s->size[PICKS] = 33 + below(prng, 128);
    s->size[INNER] = 33 + below(prng, 128);
    s->rank = 1;
    if (below(prng, 2) == 0)
        s->presentation = GAT_P_PLAIN;
    gat_grow_fit(b, s, INNER, GAT_ROOM_NARROW);
}

/* Places that have their low bits in common. */
static void aliases_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    static const unsigned char bits[] = {16, 16, 16, 15, 12, 8};
    uint32_t wide = ~types_of(2);
    int64_t period = INT64_C(1) << bits[below(prng, sizeof bits)];
    s->dtype = type_draw(b->data_types, types_of(below(prng, 2) == 0 ? 1 : 4), prng);
    s->fill = s->dtype == GAT_STR ? GAT_FILL_DISTINCT : s->fill;
    s->index_dtype = type_draw(b->index_types, wide, prng);
    s->pattern = GAT_INDEX_ALIASES;
    s->depth = 1 + (int32_t)below(prng, 2);
    s->size[OUTER] = b->naming == REF_NAMES_TUPLES ? s->depth : 1;
    s->size[EXTENT] = period + 1 + below(prng, 300);
    s->size[PICKS] = 2 + below(prng, 60);
    s->size[INNER] = 1;
    s->rank = s->depth;
    s->batches = 0;
}

/* Small operands, of which indices have several dimensions and are no compact row. */
static void views_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s)
{
    static const unsigned char views[] = {GAT_P_STRIDED, GAT_P_PADDED, GAT_P_PERMUTED,
                                          GAT_P_PERMUTED, GAT_P_ODD};
    s->index_dtype = type_draw(b->index_types, types_of(below(prng, 2) == 0 ? 2 : 8), prng);
    s->presentation = views[below(prng, sizeof views)];
    s->pattern = below(prng, 2) == 0 ? GAT_INDEX_RANDOM : GAT_INDEX_SHUFFLED;
    s->size[OUTER] = 1 + below(prng, 3);
    s->size[EXTENT] = 8 + below(prng, 56);
    s->size[PICKS] = 12 + below(prng, 84);
    s->size[INNER] = 1 + below(prng, 3);
}

/* ---- content ---- */

/* Have indices fewer than three dimensions in which they differ, or others than `three`? */
static bool is_flat(const struct gat_draft *d, bool three)
{
    unsigned n = 0;
    for (int32_t k = 0; k < d->indices.ndim; k++)
        n += d->indices.shape[k] > 1;
    return n < 3 || (three && d->indices.ndim > 3);
}

enum { LEAST = 8 /* indices of a row */ };

/* Each row of indices, along the axis or the last dimension that is long, has the order for
 * itself. */
static void rows_lay(const struct gat_breed *b, struct gat_draft *d)
{
    int32_t rank = d->indices.ndim, at = rank - 1;
    bool tuples = b->naming == REF_NAMES_TUPLES || b->naming == REF_NAMES_BOXES;
    if (b->naming == REF_NAMES_ELEMENTS)
        at = (int32_t)(d->axis.value < 0 ? d->axis.value + rank : d->axis.value);
    else
        while (at >= 0 && d->indices.shape[at] < LEAST)
            at--;
    if (at < 0 || at >= rank || tuples)
        return;
    d->line = 1;
    for (int32_t k = at + 1; k < rank; k++)
        d->line *= d->indices.shape[k];
    d->picks = d->indices.shape[at];
}

/* In one row, between its ends: a few indices in each other's place, one that comes twice, or one
 * that is more and one that is as much less. */
static void middle_change(struct gat_draft *d, struct gat_prng *prng)
{
    int64_t line = d->line > 0 ? d->line : 1, n = d->line > 0 ? d->picks : d->n_indices;
    if (n < LEAST || d->n_indices < n || d->n_odd > 0)
        return;
    int64_t rows = d->n_indices / n, row = below(prng, rows);
    int64_t first = row / line * line * n + row % line, how = below(prng, 4);
    unsigned moved = how == 0 ? 3 : 2;
    int64_t at = 1 + below(prng, n - 1 - moved), apart = 1, value[GAT_DRAFT_ODD];
    struct gat_index_rule rule;
    if (below(prng, 2) == 0) /* side by side or not */
        apart = 1 + below(prng, (n - 2 - at) / (moved - 1));
    gat_index_rule_make(d, &rule);
    for (unsigned k = 0; k < moved; k++) {
        d->odd_at[k] = first + (at + k * apart) * line;
        value[k] = gat_draft_index(&rule, d->odd_at[k]);
    }
    for (unsigned k = 0; k < moved; k++)
        d->odd[k] = value[(k + 1) % moved];
    int64_t s = d->axes.extent[0];
    if (value[0] == value[1] || (how == 1 && value[0] + 1 < s && value[1] > 0)) {
        bool least = value[0] + 1 >= s || value[1] == 0; /* as in rows of one place alone */
        d->odd[0] = least ? value[0] : value[0] + 1;
        d->odd[1] = least ? (value[1] > 0 ? value[1] - 1 : s - 1) : value[1] - 1;
    }
    d->n_odd = how == 2 ? 1 : moved;
}

bool gat_shortcuts_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                        struct gat_draft *out)
{
    enum { SHAPES_TRIED = 64 };
    static void (*const sketch[FORMS])(const struct gat_breed *, struct gat_prng *,
                                       struct gat_sketch *) = {
        [NEARLY] = nearly_sketch, [TABLE] = table_sketch, [ALIASES] = aliases_sketch,
        [NEARLY_TOO] = nearly_sketch, [TILES] = tiles_sketch, [VIEWS] = views_sketch,
        [VIEWS_TOO] = views_sketch};
    const struct gat_breed *b = &d->breed;
    unsigned form = k % FORMS, tried = 0;
    bool views = form == VIEWS || form == VIEWS_TOO, three = below(prng, 2) == 0;
    struct gat_sketch s;
    gat_sizes_sketch(b, prng, &s);
    s.few = false;
    sketch[form](b, prng, &s);
    do {
        gat_sketch_lay(b, &s, gat_prng_next(prng), out);
        s.shape = gat_prng_next(prng);
    } while (views && is_flat(out, three) && ++tried < SHAPES_TRIED);
    if (form == NEARLY || form == NEARLY_TOO) {
        rows_lay(b, out);
        middle_change(out, prng);
    }
    d->most_bytes = MOST_BYTES;
    d->must_answer = true;
    return true;
}
