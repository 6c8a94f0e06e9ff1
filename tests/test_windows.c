/* test_windows.c - the oracle on windows of data: where they begin, and what does not fit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"
#include "tap.h"

#define scatter(data, indices, updates, settings, want)                                  \
    is_text(ask_all("tensor_scatter", data, indices, updates, NULL, settings), want,     \
            "windows " updates " at " indices " of " data " " settings " -> " want)
#define D232 "2,3,2: 1 2 3 4 5 6 7 8 9 10 11 12"
static void caches(void)
{
    scatter(D232, "2: 2 0", "2,1,2: 20 21 22 23", "axis=-2", "ok 2,3,2: 1 2 3 4 20 21 22 23 9 10 11 12");
    scatter(D232, "2: 1 0", "2,3,1: 20 21 22 23 24 25", "axis=2", "ok 2,3,2: 1 20 3 21 5 22 23 8 24 10 25 12");
    scatter(D232, "2: 2 0", "2,2,2: 20 21 22 23 24 25 26 27", "axis=1", "report range by out_of_range at 0 -> 2,3,2");
    scatter(D232, "2: 1 -1", "2,2,2:", "axis=1 out_of_range=undefined", "free range by out_of_range at 1 -> 2,3,2");
    scatter("2,3: 1 2 3 4 5 6", "2: 2 -2", "2,2: 7 8 9 10", "axis=1 out_of_range=wrap", "ok at 0 2,3: 8 2 7 4 9 10");
    scatter("2,3: 1 2 3 4 5 6", "2: 9223372036854775807 -9223372036854775808", "2,2: 7 8 9 10",
            "axis=1 out_of_range=wrap", "ok at 0 2,3: 1 7 8 4 9 10");
    scatter("2,3: 1 2 3 4 5 6", "2: 2 -1", "2,2: 7 8 9 10", "axis=1 out_of_range=drop", "ok at 0 2,3: 1 2 7 10 5 6");
    scatter("2,3: 1 2 3 4 5 6", "2: 9223372036854775807 0", "2,2: 7 8 9 10", "axis=1 out_of_range=drop",
            "ok at 0 2,3: 1 2 3 9 10 6");
    scatter("2,0:", "2: 0 0", "2,0:", "axis=1", "ok 2,0:");
    scatter("2,0:", "2: 1 0", "2,0:", "axis=1 out_of_range=wrap", "ok at 0 2,0:");
}

static void misfits(void)
{
    scatter(": 1", "1: 0", "1: 2", "", "report invalid by bad_rank -> ");
    scatter("2,3:", "2: 0", "2:", "axis=1", "report invalid by bad_rank -> 2,3");
    scatter("2,3:", "2,1: 0", "2,1:", "axis=1 bad_rank=undefined", "free invalid by bad_rank -> 2,3");
    scatter("2,3:", "2: 0", "2,1:", "axis=2", "report invalid by bad_axis -> 2,3");
    scatter("2,3:", "2: 0", "2,1:", "axis=0", "report invalid by bad_axis -> 2,3");
    scatter("2,3:", "2: 0", "2,4:", "axis=1", "report invalid by bad_sizes -> 2,3");
    scatter("2,3:", "2: 0", "3,1:", "axis=1 bad_sizes=undefined", "free invalid by bad_sizes -> 2,3");
    scatter("2,3:", "3: 0", "2,1:", "axis=1", "report invalid by bad_sizes -> 2,3");
}

int main(void)
{
    caches();
    misfits();
    return done();
}
