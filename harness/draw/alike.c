/* alike.c - drawn cases whose values look alike.
 *
 * A kernel that looks at a part of an element, a row or an operand may take it for another one: a
 * text for that with the same length and beginning, a row for that with the same ends.  Here most
 * elements are equal, rows are short, and texts differ in a few of their bytes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/alike.h"

#include "draw/draft_index.h"
#include "draw/sizes.h"

enum { OUTER, EXTENT, PICKS, INNER };
enum { MOST_BYTES = 1 << 18, TEXTS = 4 /* one of so many cases has texts, where there are any */ };

static int64_t below(struct gat_prng *prng, int64_t n)
{
    return (int64_t)gat_prng_below(prng, (uint64_t)n);
}

bool gat_alike_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out)
{
    static const unsigned char orders[] = {GAT_INDEX_RANDOM, GAT_INDEX_RANDOM, GAT_INDEX_SHUFFLED,
                                           GAT_INDEX_CYCLE, GAT_INDEX_PAIRS};
    const struct gat_breed *b = &d->breed;
    struct gat_sketch s;
    gat_sizes_sketch(b, prng, &s);
    if ((b->data_types & GAT_BIT(GAT_STR)) != 0 && k % TEXTS == 0)
        s.dtype = GAT_STR;
    s.few = false;
    s.fill = GAT_FILL_ALIKE;
    s.pattern = orders[below(prng, sizeof orders)];
    s.size[OUTER] = 1 + below(prng, 3);
    s.size[EXTENT] = 3 + below(prng, 30);
    s.size[PICKS] = 4 + below(prng, 60);
    s.size[INNER] = 1 + below(prng, 32);
    gat_sketch_lay(b, &s, gat_prng_next(prng), out);
    d->most_bytes = MOST_BYTES;
    d->must_answer = true;
    return true;
}
