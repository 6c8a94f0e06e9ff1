/* test_shortcuts.c - drawn cases that look like ones with a shorter way, and bad indices that stand
 * last.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "dtype.h"
#include "parts/presentation.h"
#include "real.h"
#include "suite/member.h"
#include "suite/point_open.h"

enum { FEW = 8 };

static struct gat_arena arena;

struct counts {
    unsigned runs, places, tables, tiles, aliases, views; /* of drawn/shortcuts */
    unsigned bad, last, round;                            /* of drawn/sizes */
};

/* Row `row` of n indices: do its ends and its sum say that it is 0, 1, ... or one place alone? */
static void row_count(const struct gat_array *t, int64_t row, int64_t n, struct counts *out)
{
    int64_t sum = 0, strays = 0, others = 0, first = gat_array_index(t, row * n);
    for (int64_t k = 0; k < n; k++) {
        int64_t index = gat_array_index(t, row * n + k);
        sum += index;
        strays += index != k;
        others += index != first;
    }
    int64_t last = gat_array_index(t, row * n + n - 1);
    bool ends = first == 0 && last == n - 1, short_rest = strays > 1 && strays < 4;
    out->runs += ends && short_rest && sum == n * (n - 1) / 2;
    out->places += first == last && others > 0 && others < 4;
}

static bool rest(int64_t n, int64_t block)
{
    return n > block && n % block != 0;
}

/* Do two indices differ in bits from 16 on alone? */
static bool has_aliases(const struct gat_array *t, int64_t depth)
{
    for (int64_t k = depth; k < gat_array_count(t) && k < 64; k++) {
        int64_t differ = gat_array_index(t, k) ^ gat_array_index(t, k - depth);
        if (differ != 0 && (differ & 0xffff) == 0)
            return true;
    }
    return false;
}

static void case_count(const struct gat_member *m, const struct ref_answer *a, struct counts *out)
{
    const struct ref_case *c = &m->question;
    const struct gat_array *t = &c->indices;
    int64_t count = gat_array_count(t), n = t->ndim > 0 ? t->shape[t->ndim - 1] : 1;
    int64_t before = 1, after = 1, axis = a->axis >= 0 && a->axis < c->data.ndim ? a->axis : 0;
    for (int64_t d = 0; d < c->data.ndim; d++) {
        before *= d < axis ? c->data.shape[d] : 1;
        after *= d > axis ? c->data.shape[d] : 1;
    }
    n = n < FEW ? count : n;
    for (int64_t row = 0; n >= FEW && row < count / n; row++)
        row_count(t, row, n, out);
    unsigned parts;
    bool real = gat_real_of(c->data.dtype, &parts) != NULL;
    out->tables += real && before == 1 && after > 32 && count > 32 && c->data.shape[axis] <= 32;
    out->tiles += (rest(before, 8) && rest(count, 8)) || (rest(count, 8) && rest(after, 8));
    out->aliases += has_aliases(t, c->kernel->naming == REF_NAMES_TUPLES ? a->depth : 1);
    out->views += t->ndim == 3 && m->presentation != GAT_P_PLAIN;
}

static void bad_count(const struct gat_member *m, struct counts *out)
{
    const struct ref_case *c = &m->question;
    int64_t count = gat_array_count(&c->indices), bad = -1;
    int64_t axis = c->axis < 0 ? c->axis + c->data.ndim : c->axis;
    int64_t extent = axis >= 0 && axis < c->data.ndim ? c->data.shape[axis] : 1;
    for (int64_t k = 0; k < count; k++) {
        int64_t index = gat_array_index(&c->indices, k);
        bad = index < -extent || index >= extent ? k : bad;
    }
    if (bad < 0 || count < FEW)
        return;
    out->bad++;
    out->last += bad == count - 1;
    out->round += bad == count - 1 && count > 50 && count % 50 == 1;
}

static struct counts counted(const char *name)
{
    struct counts n = {0};
    struct gat_error e = {0};
    const struct gat_point *p = gat_point_open(point_of(&home, name), 1, &arena, &e);
    for (unsigned k = 0; k < p->n_members; k++) {
        struct gat_arena scratch = {0};
        struct gat_member m;
        struct ref_answer a;
        gat_member_make(p, k, 1, &scratch, &m);
        ref_check(&m.question, &a);
        if (strstr(name, "sizes") == NULL)
            case_count(&m, &a, &n);
        else
            bad_count(&m, &n);
        gat_arena_free(&scratch);
    }
    return n;
}

int main(void)
{
    struct gat_options o = {.home = ".", .draw = "6000"};
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    struct counts n = counted("gather/onnx-13/drawn/shortcuts");
    ok(n.runs > 4, "rows are runs but for their middle (%u)", n.runs);
    ok(n.tables > 8, "tables of few wide places are picked often (%u)", n.tables);
    ok(n.tiles > 8, "two sizes have a rest after blocks (%u)", n.tiles);
    ok(n.aliases > 4, "places have their low 16 bits in common (%u)", n.aliases);
    ok(n.views > 8, "indices of three dimensions are views (%u)", n.views);
    unsigned places = n.places;
    n = counted("gather_elements/onnx-13/drawn/shortcuts");
    ok(n.runs > 4, "rows among others are runs but for their middle (%u)", n.runs);
    ok(places + n.places > 2, "or one place but for their middle (%u)", places + n.places);
    n = counted("gather_nd/onnx-13/drawn/shortcuts");
    ok(n.aliases > 4, "so have tuples (%u)", n.aliases);
    n = counted("gather/onnx-13/drawn/sizes");
    ok(n.bad > 300 && 3 * n.last > n.bad, "a third of bad indices are the last (%u of %u)", n.last,
       n.bad);
    ok(n.round > 10, "of a number that follows a round one (%u)", n.round);
    gat_arena_free(&arena);
    gat_catalog_free(&home);
    return done();
}
