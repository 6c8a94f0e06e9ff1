/* test_cover.c - which pairs and triples of properties the drawn cases of a variant contain, of
 * all that those of a few seeds contain together.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "dtype.h"
#include "parts/presentation.h"
#include "suite/member.h"
#include "suite/point_open.h"

enum { FACTORS = 11, LEVELS = 12, SEEDS = 4 };
enum { PAIRS = FACTORS * FACTORS * LEVELS * LEVELS, TRIPLES = PAIRS * FACTORS * LEVELS };

static struct gat_arena arena;
static bool pairs[SEEDS][PAIRS], triples[SEEDS][TRIPLES];

/* 0, 1, up to 7, 31, 300, 4096 and 2^17, or more. */
static unsigned char class_of(int64_t n)
{
    static const int64_t ends[] = {0, 1, 7, 31, 300, 4096, 1 << 17};
    unsigned char k = 0;
    while (k < sizeof ends / sizeof ends[0] && n > ends[k])
        k++;
    return k;
}

static int64_t place_at(const struct gat_array *t, int64_t k, int64_t extent)
{
    int64_t i = gat_array_index(t, k);
    return i < 0 ? i + extent : i;
}

/* The order of the places: all equal, next to next, backwards, another step, sorted either way,
 * or none of these. */
static unsigned char order_of(const struct gat_array *t, int64_t extent)
{
    enum { TOO_FEW, EQUAL, RUN, REVERSE, STEPS, SORTED, FALLING, OTHER };
    int64_t n = gat_array_count(t), first = 0;
    bool steady = true, up = true, down = true;
    for (int64_t k = 1; k < n && (steady || up || down); k++) {
        int64_t here = place_at(t, k, extent), last = place_at(t, k - 1, extent), step;
        if (__builtin_sub_overflow(here, last, &step))
            return OTHER; /* of bad indices */
        first = k == 1 ? step : first;
        steady &= step == first;
        up &= step >= 0;
        down &= step <= 0;
    }
    if (n <= 2)
        return TOO_FEW;
    if (steady)
        return first == 0 ? EQUAL : first == 1 ? RUN : first == -1 ? REVERSE : STEPS;
    return up ? SORTED : down ? FALLING : OTHER;
}

/* None is negative, all are, or some. */
static unsigned char sign_of(const struct gat_array *t)
{
    int64_t n = gat_array_count(t), negative = 0;
    for (int64_t k = 0; k < n; k++)
        negative += gat_array_index(t, k) < 0;
    return negative == 0 ? 0 : negative == n ? 1 : 2;
}

/* Of data and indices as the kernel gets them. */
static void levels_of(const struct gat_point *p, unsigned k, struct gat_arena *scratch,
                      unsigned char *levels)
{
    struct gat_member m;
    struct ref_answer a;
    gat_member_make(p, k, 1, scratch, &m);
    ref_check(&m.question, &a);
    const struct gat_array *data = &m.question.data, *indices = &m.question.indices;
    int64_t axis = a.axis >= 0 && a.axis < data->ndim ? a.axis : 0;
    int64_t before = 1, after = 1, extent = data->ndim > 0 ? data->shape[axis] : 0;
    for (int64_t d = 0; d < data->ndim; d++) {
        before *= d < axis ? data->shape[d] : 1;
        after *= d > axis ? data->shape[d] : 1;
    }
    const unsigned char l[FACTORS] = {
        (unsigned char)(data->ndim < 9 ? data->ndim : 9),
        class_of(before),
        class_of(extent),
        class_of(gat_array_count(indices)),
        class_of(after),
        (unsigned char)__builtin_ctzll(gat_dtype_size(data->dtype)),
        indices->dtype == GAT_I64,
        order_of(indices, extent),
        sign_of(indices),
        (unsigned char)(p->tests[k]->data.fill % LEVELS),
        (unsigned char)gat_presentations[p->members[k][2]].kind};
    memcpy(levels, l, sizeof l);
}

static void mark(const unsigned char *l, bool *of_two, bool *of_three)
{
    for (unsigned i = 0; i < FACTORS; i++)
        for (unsigned j = i + 1; j < FACTORS; j++) {
            unsigned two = ((i * FACTORS + j) * LEVELS + l[i]) * LEVELS + l[j];
            of_two[two] = true;
            for (unsigned k = j + 1; k < FACTORS; k++)
                of_three[(two * FACTORS + k) * LEVELS + l[k]] = true;
        }
}

/* What the seed with the fewest has of what all have together, in percent; `seen` has n of each
 * seed. */
static double share_of(const bool *seen, unsigned n)
{
    unsigned all = 0, each[SEEDS] = {0}, least = n;
    for (unsigned k = 0; k < n; k++) {
        bool any = false;
        for (unsigned s = 0; s < SEEDS; s++) {
            any |= seen[s * n + k];
            each[s] += seen[s * n + k];
        }
        all += any;
    }
    for (unsigned s = 0; s < SEEDS; s++)
        least = each[s] < least ? each[s] : least;
    return 100.0 * least / all;
}

int main(void)
{
    struct gat_options o = {.home = ".", .draw = "6000"};
    struct gat_error e = {0};
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    const struct gat_point *p = point_of(&home, "gather/onnx-13/drawn/sizes");
    for (unsigned s = 0; p != NULL && s < SEEDS; s++) {
        const struct gat_point *opened = gat_point_open(p, s + 1, &arena, &e);
        for (unsigned k = 0; k < opened->n_members; k++) {
            struct gat_arena scratch = {0};
            unsigned char levels[FACTORS];
            levels_of(opened, k, &scratch, levels);
            mark(levels, pairs[s], triples[s]);
            gat_arena_free(&scratch);
        }
        gat_arena_free(&arena);
    }
    double two = share_of(pairs[0], PAIRS), three = share_of(triples[0], TRIPLES);
    ok(two >= 98, "%.1f of 100 pairs of properties occur in one run", two);
    ok(three >= 92, "%.1f of 100 triples occur", three);
    gat_catalog_free(&home);
    return done();
}
