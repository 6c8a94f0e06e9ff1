/* spec_file.c - any bytes as the file of a variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/spec.h"
#include "suite/case_yaml.h"
#include "suite/catalog.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_error e = {0};
    struct gat_test **tests;
    unsigned n;
    const struct gat_spec *s = gat_spec_parse(&arena, "gather.fuzz-1.yaml", bytes, size, &e);
    HOLDS(s != NULL || e.text[0] != '\0');
    if (s != NULL && !gat_examples_read(&arena, s, &tests, &n, &e))
        HOLDS(e.text[0] != '\0');
    gat_arena_reset(&arena);
    return 0;
}
