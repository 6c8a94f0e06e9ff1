/* case_file.c - any bytes as a file of cases; what is accepted is made, and printed
 * reads back the same.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "judge/judge.h"
#include "oracle/expect.h"
#include "suite/case_yaml.h"
#include "suite/member.h"
#include "suite/points.h"
#include "target.h"
#include "target_case.h"

enum { MOST_MEMBERS = 4, MOST_COUNT = 2000 };

/* A few bytes can ask for a GiB: that is allowed, and too slow here. */
static bool is_small(const struct gat_test *t)
{
    const struct gat_operand_text *all[] = {&t->data, &t->indices, &t->updates, &t->axis_tensor,
                                            &t->expect_output};
    int64_t product = 1;
    for (unsigned k = 0; k < sizeof all / sizeof all[0]; k++)
        if (all[k]->present && all[k]->count > 1)
            product *= all[k]->count < MOST_COUNT ? all[k]->count : MOST_COUNT;
    return product < MOST_COUNT;
}

static void point_check(struct gat_arena *a, const struct gat_point *p)
{
    for (unsigned k = 0; k < p->n_members && k < MOST_MEMBERS; k++) {
        struct gat_member m;
        struct gat_expectation x;
        gat_member_make(p, k, 1, a, &m);
        gat_expect(&m, a, &x);
        target_round_trip(a, &m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_test **tests;
    struct gat_error e = {0};
    unsigned n = 0;
    bool good = gat_cases_parse(&arena, "gather.fuzz.yaml", bytes, size, &tests, &n, &e);
    HOLDS(good || e.text[0] != '\0');
    if (good) {
        struct gat_catalog c = target_catalog(tests, n);
        good = gat_points_make(&c, &e);
        HOLDS(good || e.text[0] != '\0');
        for (unsigned k = 0; good && k < c.n_points && k < MOST_MEMBERS; k++)
            if (is_small(c.points[k].test))
                point_check(&arena, &c.points[k]);
        gat_arena_free(&c.arena);
    }
    gat_arena_reset(&arena);
    return 0;
}
