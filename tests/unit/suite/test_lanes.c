/* test_lanes.c - each drawn case falls to one lane, and where they are many each lane has its part.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "run/plan.h"
#include "suite/member.h"

enum { LANES = 3, SHARDS = 2 };

/* How many members of the point fall to a lane of a shard, of `times` as many as are usual. */
static unsigned selected(const struct gat_point *p, unsigned times, unsigned shard, unsigned lane,
                         unsigned *all)
{
    struct gat_options o = {.home = "."};
    struct gat_run r = {.options = &o, .catalog = &home, .seed = 7, .shard = shard,
                        .n_shards = SHARDS, .lane = lane, .n_lanes = LANES};
    struct gat_point_state state = {.point = p, .times = times, .whole = true};
    struct gat_arena scratch = {0};
    unsigned n = 0;
    if (!gat_plan_open(&r, &state))
        return 0;
    for (unsigned k = 0; k < state.opened->n_members; k++)
        n += gat_plan_selects_member(&r, &state, k, &scratch);
    *all = state.opened->n_members;
    gat_plan_close(&state);
    gat_arena_free(&scratch);
    gat_arena_free(&r.arena);
    return n;
}

/* All lanes together; *lanes: how many have a fair part. */
static unsigned selected_by_all(unsigned times, unsigned *all, unsigned *lanes)
{
    const struct gat_point *p = point_of(&home, "gather/onnx-13/drawn/sizes");
    unsigned sum = 0;
    *lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned n = 0;
        for (unsigned shard = 0; shard < SHARDS; shard++)
            n += selected(p, times, shard, lane, all);
        *lanes += n > *all / LANES / 2;
        sum += n;
    }
    return sum;
}

int main(void)
{
    struct gat_options o = {.home = "."};
    unsigned all = 0, lanes, n;
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    n = selected_by_all(1, &all, &lanes);
    is_int(n, all, "each case falls to a lane of a shard, once");
    ok(all > 200 && lanes >= 1 && lanes <= SHARDS, "a shard's are of one lane, which asks alone");
    n = selected_by_all(4, &all, &lanes);
    is_int(n, all, "so does each of four times as many");
    ok(all > 800 && lanes == LANES, "of which each lane has its part");
    gat_catalog_free(&home);
    return done();
}
