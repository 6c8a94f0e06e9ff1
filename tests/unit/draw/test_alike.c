/* test_alike.c - drawn cases whose values look alike: rows by their ends, texts by theirs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "dtype.h"
#include "suite/member.h"
#include "suite/point_open.h"

static struct gat_arena arena;

struct counts {
    unsigned rows, texts, begins, words; /* cases with such a pair */
};

/* Do two texts of one length agree at both ends, or in all but the last bytes? */
static void texts_count(const struct gat_array *t, struct counts *out)
{
    const struct gat_string *all = t->data;
    bool ends = false, begins = false;
    for (int64_t k = 1; k < gat_array_count(t); k++) {
        const struct gat_string *x = &all[k - 1], *y = &all[k];
        bool same = x->size != y->size || x->size < 24 || memcmp(x->data, y->data, x->size) == 0;
        ends |= !same && memcmp(x->data, y->data, 8) == 0 &&
                memcmp(x->data + x->size - 8, y->data + y->size - 8, 8) == 0;
        begins |= !same && memcmp(x->data, y->data, 16) == 0;
    }
    out->texts += ends;
    out->begins += begins;
}

/* Do two places that follow each other have the same ends and not the same middle? */
static void rows_count(const struct gat_array *t, int64_t inner, struct counts *out)
{
    size_t size = gat_dtype_size(t->dtype), row = size * (size_t)inner;
    bool found = false, wide = false;
    for (int64_t k = 1; inner >= 6 && k < gat_array_count(t) / inner; k++) {
        const char *x = (const char *)t->data + row * (size_t)(k - 1), *y = x + row;
        found |= memcmp(x, y, row) != 0 && memcmp(x, y, 2 * size) == 0 &&
                 memcmp(x + row - 2 * size, y + row - 2 * size, 2 * size) == 0;
    }
    for (int64_t k = 0; gat_dtype_is_index(t->dtype) && size >= 4 && k < gat_array_count(t); k++)
        wide |= ((const unsigned char *)t->data)[(size_t)k * size + size - 1] != 0;
    out->rows += found;
    out->words += wide;
}

static struct counts counted(const char *name)
{
    struct counts n = {0};
    struct gat_error e = {0};
    const struct gat_point *p = gat_point_open(point_of(&home, name), 1, &arena, &e);
    for (unsigned k = 0; k < p->n_members; k++) {
        struct gat_arena scratch = {0};
        struct gat_member m;
        int64_t inner = 1;
        gat_member_make(p, k, 1, &scratch, &m);
        const struct gat_array *t = &m.question.data;
        for (int32_t d = 1; d < t->ndim; d++)
            inner *= t->shape[d];
        if (t->dtype == GAT_STR)
            texts_count(t, &n);
        else if (gat_array_count(t) > 0)
            rows_count(t, inner, &n);
        gat_arena_free(&scratch);
    }
    return n;
}

int main(void)
{
    struct gat_options o = {.home = ".", .draw = "6000"};
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    struct counts n = counted("gather/onnx-13/drawn/alike");
    ok(n.rows > 4, "places of data have the same ends and differ (%u)", n.rows);
    ok(n.texts > 8, "texts of one length have the same ends and differ (%u)", n.texts);
    ok(n.begins > 8, "or begin with the same 16 bytes (%u)", n.begins);
    n = counted("scatter_elements/torch-scatter_reduce-2.x/drawn/alike");
    ok(n.words > 2, "integers among them fill their type (%u)", n.words);
    gat_arena_free(&arena);
    gat_catalog_free(&home);
    return done();
}
