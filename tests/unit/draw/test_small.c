/* test_small.c - all small cases of a variant: each once, every index from -s-1 to s, and drawn
 * in the same number by every seed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draft_case.h"
#include "draw/draws.h"
#include "draw/small.h"
#include "one_index.h"
#include "suite/candidate_member.h"
#include "suite/member.h"
#include "suite/point_open.h"

enum { ROUNDS = 20000, TABLE = 1 << 17 };

static struct gat_arena arena, scratch;

static uint64_t hash_of(const struct gat_draft *d)
{
    XXH3_state_t h;
    XXH3_64bits_reset(&h);
    const struct gat_array *operands[] = {&d->data, &d->indices, &d->updates};
    for (unsigned k = 0; k < 3; k++) {
        XXH3_64bits_update(&h, &operands[k]->ndim, sizeof operands[k]->ndim);
        for (int32_t i = 0; i < operands[k]->ndim; i++)
            XXH3_64bits_update(&h, &operands[k]->shape[i], sizeof operands[k]->shape[i]);
    }
    const int64_t stated[] = {
        d->axis.given, d->axis.value, d->batch_dims.given, d->batch_dims.value, d->reduction.given,
        d->reduction.value, d->initial.given, d->initial.value};
    XXH3_64bits_update(&h, stated, sizeof stated);
    XXH3_64bits_update(&h, d->lists, sizeof d->lists);
    for (int64_t k = 0; k < d->n_indices; k++) {
        int64_t index = index_of(d, k);
        XXH3_64bits_update(&h, &index, sizeof index);
    }
    return XXH3_64bits_digest(&h);
}

/* Can the variant be asked, and does it have an answer? */
static bool answers(const struct gat_draft *d, const struct gat_spec *s)
{
    struct gat_candidate c;
    struct ref_answer a = {.demand = REF_MUST_REPORT};
    gat_arena_reset(&scratch);
    gat_draft_candidate(d, s, &s->profiles[0], &scratch, &c);
    if (gat_candidate_misfit(&c, s, &scratch) == NULL) {
        const struct gat_member *m = gat_candidate_member(&c, s, &s->profiles[0], &scratch);
        ref_check(&m->question, &a);
        a.output.data = gat_arena_raw(&scratch, gat_array_size(&a.output) + 1);
        ref_run(&m->question, &a, NULL);
    }
    return a.demand == REF_MUST_SUCCEED;
}

static void test_variant(const char *name, uint64_t least)
{
    static uint64_t seen[TABLE];
    const struct gat_spec *s = gat_catalog_spec(&home, name);
    struct gat_breed b;
    struct gat_small small;
    struct gat_draft d;
    unsigned twice = 0, outside = 0, ends[4] = {0}, good = 0;
    gat_breed_make(s, &s->profiles[0], 0, &b);
    gat_small_open(&b, GAT_F32, GAT_I64, 4, &arena, &small);
    ok(small.count >= least, "%s has %llu small cases in %u shapes", name,
       (unsigned long long)small.count, small.n_shapes);
    memset(seen, 0, sizeof seen);
    for (uint64_t n = 0; n < ROUNDS; n++) {
        uint64_t k = small.count / 3 + n; /* neighbours */
        gat_small_at(&small, k % small.count, &d);
        uint64_t h = hash_of(&d) | 1, at = h % TABLE;
        while (seen[at] != 0 && seen[at] != h)
            at = (at + 1) % TABLE;
        twice += seen[at] == h;
        seen[at] = h;
        for (int64_t i = 0; i < d.n_indices; i++) {
            int64_t index = index_of(&d, i), e = d.axes.extent[i % d.axes.depth];
            outside += index < -e - 1 || index > e;
            ends[0] += index == -e - 1;
            ends[1] += index == -e;
            ends[2] += index == e - 1;
            ends[3] += index == e;
        }
        if (n % 10 == 0)
            good += answers(&d, s);
    }
    ok(twice == 0, "each is there once (%u)", twice);
    ok(outside == 0 && ends[0] > 0 && ends[1] > 0 && ends[2] > 0 && ends[3] > 0,
       "indices reach from -s-1 to s, and no farther");
    ok(good > 4, "some have an answer (%u of %u)", good, ROUNDS / 10);
    gat_small_at(&small, small.count - 1, &d);
    ok(d.data.ndim == 3, "the last has the last shape");
    gat_arena_reset(&arena);
}

/* ---- drawn ---- */

static unsigned giants_of(const char *name)
{
    const struct gat_spec *s = gat_catalog_spec(&home, name);
    struct gat_prng prng = {7};
    struct gat_breed b;
    struct gat_draft d;
    unsigned char bytes[256];
    unsigned n = 0;
    gat_breed_make(s, &s->profiles[0], 0, &b);
    b.giants = true;
    for (unsigned k = 0; k < ROUNDS; k++) {
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)(gat_prng_next(&prng) >> 40);
        gat_draft_make(&b, bytes, sizeof bytes, &d);
        n += d.is_giant;
    }
    return n;
}

/* An index that is repeated along a giant dimension would have more updates than memory has room
 * for places. */
static void test_giants(void)
{
    ok(giants_of("scatter_elements/onnx-13") > 0 && giants_of("gather_elements/numpy-2.x") > 0,
       "data may be a giant");
    ok(giants_of("scatter_elements/numpy-2.x") == 0, "but not where updates are repeated");
}

/* What the calls of a point ask, but for values and types, as one number: whatever their order. */
static uint64_t asked_of(const char *name, uint64_t seed, unsigned *n)
{
    uint64_t sum = 0;
    struct gat_error e = {0};
    const struct gat_point *o = gat_point_open(point_of(&home, name), seed, &arena, &e);
    for (unsigned k = 0; k < o->n_members; k++) {
        struct gat_member m;
        gat_member_make(o, k, seed, &scratch, &m);
        const struct gat_array *data = &m.question.data, *indices = &m.question.indices;
        uint64_t hash = XXH3_64bits_withSeed(data->shape, (size_t)data->ndim * sizeof(int64_t),
                                             (uint64_t)m.question.axis);
        hash = XXH3_64bits_withSeed(indices->shape, (size_t)indices->ndim * sizeof(int64_t), hash);
        for (int64_t i = 0; i < gat_array_count(indices); i++)
            hash = hash * 31 + (uint64_t)gat_array_index(indices, i);
        sum += XXH3_64bits(&hash, sizeof hash);
        gat_arena_reset(&scratch);
    }
    *n = o->n_members;
    return sum;
}

static void test_drawn(void)
{
    static const char *const name = "gather_elements/onnx-13/drawn/small";
    unsigned n, other;
    uint64_t asked = asked_of(name, 1, &n);
    ok(n == 36 + 950, "all of scope 1 and all of scope 2 are drawn (%u)", n);
    ok(asked == asked_of(name, 2, &other) && n == other, "another seed asks the same");
}

int main(void)
{
    const struct gat_options o = {.home = ".", .draw = "3000"};
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    test_drawn();
    test_variant("gather/onnx-13", 100000);
    test_variant("gather_elements/onnx-13", 50000);
    test_variant("gather_nd/onnx-13", 10000);
    test_variant("gather_windows/stablehlo-1.x", 50000);
    test_variant("put/torch-2.x", 10000);
    test_variant("scatter_elements/onnx-18", 100000);
    test_variant("scatter_nd/onnx-18", 10000);
    test_variant("scatter_windows/stablehlo-1.x", 50000);
    test_variant("tensor_scatter/onnx-linear-24", 1000);
    test_giants();
    gat_arena_free(&arena);
    gat_arena_free(&scratch);
    gat_catalog_free(&home);
    return done();
}
