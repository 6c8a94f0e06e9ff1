/* script_file.c - any bytes as a generator: what it makes ends, and is a case or an
 * error with a sentence.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "suite/case_lua.h"
#include "suite/point_open.h"
#include "target.h"
#include "target_case.h"

enum { MOST_TESTS = 4 }; /* of one script; the others are made as these are */

static void test_open(struct gat_arena *a, const struct gat_test *test)
{
    const struct gat_spec *s = target_spec(0);
    struct gat_error e = {0};
    struct gat_point p = {
        .test = test, .spec = s, .profile = &s->profiles[0], .name = "gather/any/fuzz"};
    const struct gat_point *opened = gat_point_open(&p, 1, a, &e);
    HOLDS(opened != NULL || e.text[0] != '\0');
    HOLDS(opened == NULL || opened->n_members > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_test **tests;
    struct gat_error e = {0};
    unsigned n = 0;
    struct gat_script script = {.source = (const char *)bytes, .size = size};
    bool good = gat_script_parse(&arena, "gather.fuzz.lua", &script, &tests, &n, &e);
    HOLDS(good || e.text[0] != '\0');
    for (unsigned k = 0; good && k < n && k < MOST_TESTS; k++)
        test_open(&arena, tests[k]);
    gat_arena_reset(&arena);
    return 0;
}
