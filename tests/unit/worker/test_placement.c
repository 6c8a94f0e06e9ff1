/* test_placement.c - where operands lie in their windows, over many draws.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "exchange/placement.h"
#include "exchange/ring.h"
#include "prng.h"
#include "tap.h"

enum { ROUNDS = 20000 };

static void test_standard(void)
{
    ok(gat_placed_right(0, 0) && !gat_placed_right(0, 1), "0: at the end, then at the start");
    is_int((long)gat_placed_inside(0, 0, 0, 1 << 20, 4), 0, "and flush");
    ok(gat_placed_right(1, 1) && !gat_placed_right(1, 0), "1: the other way round");
    ok(strcmp(gat_placed_words(1, 1), "the second call, operands at the end of their memory") == 0,
       "and told so");
    ok(strcmp(gat_placed_words(GAT_PLACED_FREE, 0),
              "the first call, some operands away from both ends of their memory") == 0,
       "a free call is told");
}

/* Of an operand of `align` bytes per element: how often it is away from the ends in call 0, how
 * often it begins at no multiple of 16 then, and whether it always keeps its bounds. */
static void test_free(size_t align)
{
    struct gat_prng prng = {align};
    unsigned both = 0, away = 0, odd = 0, alone = 0, wrong = 0;
    for (unsigned k = 0; k < ROUNDS; k++) {
        uint64_t placed = gat_prng_next(&prng);
        size_t room = k % 8 == 0 ? 2 * GAT_CANARY + align : 4096;
        size_t first = gat_placed_inside(placed, 0, 0, room, align);
        size_t second = gat_placed_inside(placed, 1, 0, room, align);
        both += first != 0 && second != 0;
        away += first != 0;
        odd += first % 16 != 0;
        alone += first != 0 && gat_placed_inside(placed, 0, 1, room, align) == 0;
        wrong += first != 0 && (first % align != 0 || first < GAT_CANARY ||
                                first + GAT_CANARY > room);
    }
    is_int(both, 0, "an operand touches an end in one of the calls");
    is_int(wrong, 0, "an operand keeps its alignment, its half and its canary");
    ok(away > ROUNDS / 10 && away < ROUNDS / 5, "one of eight is away from the ends in a call");
    ok(alone > away / 3 && alone < away * 2 / 3, "half of them while another is not");
    ok(align >= 16 ? odd == 0 : odd > away / 2, "most begin at no multiple of 16 where they may");
    is_int((long)gat_placed_inside(UINT64_MAX, 0, 0, 2 * GAT_CANARY - 1, align) +
               (long)gat_placed_inside(UINT64_MAX, 1, 0, 2 * GAT_CANARY - 1, align),
           0, "without room it is flush");
}

static void test_beside(size_t align)
{
    struct gat_prng prng = {align};
    unsigned one = 0, half = 0;
    for (unsigned k = 0; k < ROUNDS; k++) {
        size_t beside = gat_placed_beside(gat_prng_next(&prng), k % 4, align);
        one += beside == 1;
        half += beside == align / 2;
    }
    is_int(one + half, ROUNDS, "1 byte, or half of the alignment, beside a multiple");
    ok(one > ROUNDS / 3 && half > ROUNDS / 3, "either often");
}

int main(void)
{
    test_standard();
    test_beside(4);
    test_beside(16);
    for (size_t align = 1; align <= 64; align *= 4)
        test_free(align);
    return done();
}
