/* sized.c - drawn cases of stated sizes: those that a backend's own code treats apart.
 *
 * A constant c is a size of c + 1, 2 c + 1, c, c - 1 or up to a quarter more than c, of each kind
 * in turn and in elements or bytes: a compiler may write `n >= c` as `n > c - 1`.  Each fourth case
 * follows one in the same shapes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/sized.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "draw/sizes.h"
#include "draw/spoil.h"
#include "dtype.h"
#include "suite/candidate_member.h"

enum { OUTER, EXTENT, PICKS, INNER };
enum {
    FEW_OCTAVES = 5, /* sizes below 2^6 are usual */
    FOLLOWED = 4,
    ROOM = 15000,
    MOST_TOGETHER = 1 << 16,
    MOST_ROOM = 24 << 20,
    MOST_SIZE = 1 << 26
};

static const char *const words[GAT_SKETCH_SIZES] = {"outer", "extent", "picks", "inner"};

static int64_t below(struct gat_prng *prng, int64_t n)
{
    return n > 0 ? (int64_t)gat_prng_below(prng, (uint64_t)n) : 0;
}

/* ---- names ---- */

/* A number of few digits; what follows it, or NULL. */
static const char *number_read(const char *text, int64_t *out)
{
    size_t n = strspn(text, "0123456789");
    *out = n > 0 && n <= 9 ? strtoll(text, NULL, 10) : -1;
    return *out >= 0 ? text + n : NULL;
}

static const char *size_read(const char *text, struct gat_sized *z)
{
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++) {
        size_t n = strlen(words[k]);
        if (z->n == GAT_SIZED_MOST || strncmp(text, words[k], n) != 0)
            continue;
        int64_t count;
        const char *rest = number_read(text + n, &count);
        bool bytes = rest != NULL && *rest == 'b';
        if (rest == NULL || rest[bytes] != '-' || count < 1 || count > MOST_SIZE)
            return NULL;
        z->size[z->n].which = k;
        z->size[z->n].bytes = bytes;
        z->size[z->n++].count = count;
        return rest + bytes + 1;
    }
    return NULL;
}

bool gat_sized_read(const char *name, struct gat_sized *out)
{
    int64_t number;
    *out = (struct gat_sized){.n = 0};
    for (const char *next; (next = size_read(name, out)) != NULL;)
        name = next;
    bool apart = out->n < 2 || out->size[0].which != out->size[1].which;
    if (out->n == 0 || !apart || number_read(name, &number) == NULL)
        return false;
    out->number = (unsigned)number;
    return true;
}

bool gat_sized_same(const struct gat_sized *a, const struct gat_sized *b)
{
    bool same = a->n == b->n && a->number == b->number;
    for (unsigned k = 0; same && k < a->n; k++)
        same = a->size[k].which == b->size[k].which && a->size[k].bytes == b->size[k].bytes &&
               a->size[k].count == b->size[k].count;
    return same;
}

static int sizes_print(const struct gat_sized *z, char *out, size_t size)
{
    int at = 0;
    for (unsigned k = 0; k < z->n; k++)
        at += snprintf(out + at, size - (size_t)at, "%s%" PRId64 "%s-", words[z->size[k].which],
                       z->size[k].count, z->size[k].bytes ? "b" : "");
    return at;
}

void gat_sized_print(const struct gat_sized *z, char *out, size_t size)
{
    int at = sizes_print(z, out, size);
    snprintf(out + at, size - (size_t)at, "%u", z->number);
}

/* ---- which ---- */

/* Rather a large one: ordinary cases meet small sizes in every way. */
static int64_t constant_draw(const struct gat_constants *c, struct gat_prng *prng)
{
    int64_t weights[GAT_MOST_CONSTANTS], sum = 0;
    for (unsigned k = 0; k < c->n; k++) {
        int64_t octaves = 63 - __builtin_clzll((uint64_t)c->value[k]) - FEW_OCTAVES;
        sum += weights[k] = octaves > 0 ? 4 * octaves * octaves : 1;
    }
    int64_t at = below(prng, sum);
    unsigned k = 0;
    while (at >= weights[k])
        at -= weights[k++];
    return c->value[k];
}

bool gat_sized_list(const struct gat_constants *c, uint64_t seed, unsigned k,
                    struct gat_sized *out)
{
    unsigned follows = k % FOLLOWED == FOLLOWED - 1, one = k - k / FOLLOWED - follows;
    struct gat_prng prng = {seed ^ (one + UINT64_C(1)) << 20};
    if (c->n == 0)
        return false;
    int64_t n = constant_draw(c, &prng);
    const int64_t beside[] = {n + 1, 2 * n + 1, n, n + 2 + below(&prng, n / 4), n - 1};
    *out = (struct gat_sized){.n = 1, .number = 2 * one + follows};
    out->size[0].which = one % GAT_SKETCH_SIZES;
    out->size[0].bytes = below(&prng, 3) == 0;
    out->size[0].count = beside[below(&prng, sizeof beside / sizeof beside[0])];
    if (below(&prng, 3) != 0)
        return true;
    unsigned other = out->size[0].which + 1 + (unsigned)below(&prng, GAT_SKETCH_SIZES - 1);
    out->size[1].which = other % GAT_SKETCH_SIZES;
    out->size[1].bytes = below(&prng, 3) == 0;
    out->size[1].count = c->value[below(&prng, c->n)] + 1;
    out->n += out->size[0].count * out->size[1].count <= MOST_TOGETHER;
    return true;
}

int64_t gat_sized_cost(const struct gat_sized *z)
{
    int64_t bytes = 4; /* of an element; a size in bytes has them in it */
    for (unsigned k = 0; k < z->n; k++)
        bytes *= z->size[k].bytes ? (z->size[k].count + 3) / 4 : z->size[k].count;
    return bytes; /* at most 2^54 */
}

/* ---- cases ---- */

static bool is_stated(const struct gat_sized *z, unsigned which)
{
    for (unsigned k = 0; k < z->n; k++)
        if (z->size[k].which == which)
            return true;
    return false;
}

/* All other sizes are halved until there is room; false where the stated ones have none. */
static bool sizes_fit(const struct gat_breed *b, const struct gat_sized *z, struct gat_sketch *s)
{
    struct gat_sketch least = *s;
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        least.size[k] = is_stated(z, k) ? s->size[k] : 1;
    int64_t room = gat_sketch_cost(b, &least);
    if (room > MOST_ROOM)
        return false;
    room = room > ROOM / 2 ? room + room / 2 : ROOM;
    while (gat_sketch_cost(b, s) > room) {
        unsigned most = GAT_SKETCH_SIZES;
        for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
            if (!is_stated(z, k) && (most == GAT_SKETCH_SIZES || s->size[k] > s->size[most]))
                most = k;
        if (most == GAT_SKETCH_SIZES || s->size[most] <= 1)
            return true;
        s->size[most] /= 2;
    }
    return true;
}

static void sizes_state(const struct gat_sized *z, struct gat_sketch *s)
{
    int64_t esize = (int64_t)gat_dtype_size(s->dtype);
    for (unsigned k = 0; k < z->n; k++) {
        int64_t n = z->size[k].count;
        s->size[z->size[k].which] = z->size[k].bytes ? (n + esize - 1) / esize : n;
    }
    for (unsigned k = 0; k < GAT_SKETCH_SIZES; k++)
        s->size[k] += s->size[k] == 0; /* what has no elements shows nothing */
}

/* Indices that walk need as many places as there are picks. */
static void places_give(const struct gat_sized *z, struct gat_prng *prng, struct gat_sketch *s)
{
    bool walks = gat_pattern_walks(s->pattern) && !is_stated(z, EXTENT);
    if (walks && s->size[EXTENT] < s->size[PICKS]) {
        s->size[EXTENT] = s->size[PICKS] * (1 + below(prng, 3));
        s->size[EXTENT] += below(prng, 2);
    }
}

bool gat_sized_draw(struct gat_draws *d, struct gat_prng *prng, struct gat_draft *out)
{
    const struct gat_sized *z = d->sized;
    struct gat_sketch s;
    char sizes[64];
    int n = sizes_print(z, sizes, sizeof sizes);
    struct gat_prng shape = {XXH3_64bits_withSeed(sizes, (size_t)n, d->seed + z->number / 2)};
    shape.state += d->tries;
    gat_sizes_sketch(&d->breed, &shape, &s);
    if (below(&shape, 4) != 0) /* more dimensions split sizes, and leave a rest out */
        s.rank = 1;
    sizes_state(z, &s);
    places_give(z, &shape, &s);
    if (!sizes_fit(&d->breed, z, &s))
        return false;
    if (z->number % 2 == 1)
        gat_sizes_content(&d->breed, prng, &s);
    gat_sketch_lay(&d->breed, &s, gat_prng_next(prng), out);
    d->most_bytes = GAT_MOST_BYTES;
    d->must_answer = below(prng, 4) != 0;
    if (!d->must_answer)
        gat_draft_spoil(out, prng);
    return true;
}
