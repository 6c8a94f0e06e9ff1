/* test_spoil.c - where an index that is outside stands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/spoil.h"
#include "tap.h"

enum { DRAWS = 2000, LANES = 16 };

struct places {
    int last_lane, last, all, by_number[3]; /* of tuples; of an index in its tuple */
};

/* Spoil a draft of so many tuples, whose indices stand so far apart. */
static struct places spoil(int64_t tuples, int32_t depth, int64_t apart)
{
    struct places p = {0};
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct gat_prng prng = {seed};
        struct gat_draft d = {.n_indices = tuples * depth, .apart = apart};
        d.axes.depth = depth;
        for (int32_t k = 0; k < depth; k++)
            d.axes.extent[k] = 5 + k;
        gat_draft_spoil(&d, &prng);
        int64_t at = d.odd_at[0], unit = apart > 1 ? apart : 1;
        int64_t tuple = at / (unit * depth) * unit + at % unit, number = at / unit % depth;
        p.all += d.n_odd == 1 && at >= 0 && at < d.n_indices;
        p.last_lane += tuple % LANES == LANES - 1;
        p.last += tuple == tuples - 1;
        p.by_number[number]++;
    }
    return p;
}

/* A kernel takes tuples in blocks, as it takes indices alone. */
static void lanes(int32_t depth, int64_t apart, const char *name)
{
    enum { TUPLES = 330 };
    struct places p = spoil(TUPLES, depth, apart);
    ok(p.all == DRAWS, "%s: one index is outside", name);
    ok(p.last_lane > DRAWS / 8, "%s: %d times it stands in the last lane of a block", name,
       p.last_lane);
    ok(p.last > DRAWS / 6, "%s: %d times in the last tuple", name, p.last);
    for (int32_t k = 0; k < depth; k++)
        ok(p.by_number[k] > DRAWS / depth / 2, "%s: %d times it is number %d", name,
           p.by_number[k], k);
}

int main(void)
{
    lanes(1, 0, "indices");
    lanes(3, 0, "tuples of three");
    lanes(2, 0, "tuples of two");
    lanes(3, 66, "tuples that do not lie together");
    struct gat_prng prng = {1};
    struct gat_draft none = {.n_indices = 0};
    gat_draft_spoil(&none, &prng);
    gat_draft_spoil_ends(&none, &prng);
    is_int(none.n_odd, 0, "where there is no index none is outside");
    return done();
}
