/* spec_file.c - any bytes as the file of a variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "spec/spec.h"
#include "suite/case_yaml.h"
#include "suite/catalog.h"
#include "target.h"

/* A parent that stands alone, and the file itself, so that `from` may lead in a circle. */
static const char base[] =
    "spec: 2\ntitle: x\nsource: {document: x, section: x}\nkernel: gather\nlike: gather/x\n"
    "attributes: {axis: {kind: int, default: 0}}\ntypes: all\nindex_types: [int64]\nclauses:\n"
    "  - value: x\n    where: x\n    decides: {value: formula, out_of_range: undefined}\n"
    "  - shape: x\n    where: x\n    supports: [value]\n"
    "examples: [{name: x, data: [1], indices: [0], axis: 0, expect: {output: [1]}}]\n";
static struct family {
    struct gat_spec_sheet base, own;
} family;

static const struct gat_spec_sheet *find(void *user, const char *name)
{
    struct family *f = user;
    return strcmp(name, "gather/fuzz-1") == 0 ? &f->own : name[0] == 'g' ? &f->base : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_error e = {0};
    struct gat_test **tests;
    unsigned n;
    const struct gat_spec *s = NULL;
    HOLDS(gat_spec_open_bytes(&arena, "gather.base.yaml", base, sizeof base - 1, &family.base, &e));
    if (gat_spec_open_bytes(&arena, "gather.fuzz-1.yaml", bytes, size, &family.own, &e))
        s = gat_spec_read(&arena, &family.own, find, &family, &e);
    HOLDS(s != NULL || e.text[0] != '\0');
    if (s != NULL && !gat_examples_read(&arena, s, &tests, &n, &e))
        HOLDS(e.text[0] != '\0');
    gat_arena_reset(&arena);
    return 0;
}
