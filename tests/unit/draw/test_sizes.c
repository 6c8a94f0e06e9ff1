/* test_sizes.c - what drawn cases contain: orders of indices, special values, and pairs of sizes,
 * types, ranks and presentations, counted from the cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "dtype.h"
#include "one_index.h"
#include "parts/fill.h"
#include "parts/fill_mixed.h"
#include "parts/presentation.h"
#include "real.h"
#include "suite/member.h"
#include "suite/point_open.h"

enum { COUNT = 300, DRAWS = 1500, CLASSES = 6, MOST_LEVELS = 32 };

/* ---- the order of indices ---- */

static struct gat_draft draft;

static void draft_make(unsigned pattern, enum gat_dtype type, int64_t extent, uint64_t salt)
{
    draft = (struct gat_draft){.pattern = pattern, .salt = salt, .n_indices = COUNT};
    draft.indices.dtype = type;
    draft.axes = (struct gat_axes){.depth = 1, .extent = {extent}};
}

static unsigned steps_of(int64_t step)
{
    unsigned n = 0;
    for (int64_t k = 1; k < COUNT; k++)
        n += index_of(&draft, k) - index_of(&draft, k - 1) == step;
    return n;
}

static void test_patterns(void)
{
    static const enum gat_dtype types[] = {GAT_I8, GAT_U8, GAT_I16, GAT_I64};
    unsigned outside = 0, unlike = 0;
    for (unsigned pattern = 0; pattern < GAT_INDEX_PATTERNS; pattern++)
        for (unsigned t = 0; t < 4; t++)
            for (unsigned sign = 0; sign < 3; sign++)
                for (int64_t extent = 1; extent < 70000; extent = 3 * extent + 1) {
                    if (pattern == GAT_INDEX_SIGNED || pattern == GAT_INDEX_NEGATIVE)
                        continue; /* of drafts of bytes alone, which are cut by their type */
                    draft_make(pattern, types[t], extent, pattern * 77 + sign);
                    draft.sign = sign;
                    int64_t most = t == 0 ? 127 : t == 1 ? 255 : INT64_MAX;
                    for (int64_t k = 0; k < COUNT; k++) {
                        int64_t i = index_of(&draft, k);
                        outside += i < -extent || i >= extent || i > most || (t == 1 && i < 0);
                        unlike += sign == 1 && t == 3 && i >= 0;
                    }
                }
    ok(unlike == 0, "all count from the end where that is drawn");
    ok(outside == 0, "indices are inside, and of their type");
    draft_make(GAT_INDEX_RUN, GAT_I64, 1000, 5);
    ok(steps_of(1) >= COUNT - 2, "a run is consecutive");
    draft_make(GAT_INDEX_BUT_ONE, GAT_I64, 100000, 5);
    ok(steps_of(1) == COUNT - 3, "a run but for one");
    draft_make(GAT_INDEX_EQUAL, GAT_I64, 1000, 5);
    ok(steps_of(0) == COUNT - 1, "all are equal");
    draft_make(GAT_INDEX_SORTED, GAT_I64, COUNT, 5);
    ok(steps_of(0) == COUNT / 3 && steps_of(1) + steps_of(2) + steps_of(0) == COUNT - 1,
       "sorted, every third twice");
    draft_make(GAT_INDEX_FAR, GAT_I64, 100000, 5);
    int64_t first = index_of(&draft, 0), again = 1;
    while (again < COUNT && index_of(&draft, again) != first)
        again++;
    ok(again > COUNT / 2 && again < COUNT, "the same indices again, far away");
    draft_make(GAT_INDEX_RUN, GAT_I64, 3, 0);
    draft.axes = (struct gat_axes){.depth = 2, .extent = {3, 5}};
    draft.apart = COUNT / 2; /* first all of the first numbers, then all of the second */
    unsigned carried = 0;
    for (int64_t k = 1; k < COUNT / 2; k++)
        carried += (index_of(&draft, k) * 5 + index_of(&draft, k + COUNT / 2)) -
                       (index_of(&draft, k - 1) * 5 +
                        index_of(&draft, k - 1 + COUNT / 2)) == 1;
    ok(carried >= COUNT / 2 - 12, "tuples count as one number, wherever their parts lie");
}

/* ---- special values ---- */

static void test_mixed(void)
{
    float x[512];
    unsigned nan = 0, zero = 0, denormal = 0, plain = 0, infinite = 0, whole = 0;
    for (unsigned seed = 0; seed < 100; seed++) {
        struct gat_prng prng = {seed};
        struct gat_array t = {.dtype = GAT_F32, .ndim = 1, .shape = {512}, .data = x};
        for (unsigned k = 0; k < 512; k++)
            x[k] = 3.5F;
        gat_fill_sprinkle(&t, &(struct gat_mix){.draw = gat_prng_next(&prng)}, &prng);
        for (unsigned k = 0; k < 512; k++) {
            uint32_t bits;
            memcpy(&bits, &x[k], sizeof bits);
            nan += (bits & 0x7FFFFFFF) > 0x7F800000;
            infinite += (bits & 0x7FFFFFFF) == 0x7F800000;
            zero += bits == 0x80000000;
            denormal += (bits & 0x7FFFFFFF) - 1 < 0x7FFFFF;
            whole += x[k] == 8388609.0F;
            plain += x[k] == 3.5F;
        }
    }
    ok(nan > 100 && zero > 100 && denormal > 100 && infinite > 100 && whole > 5,
       "NaN, -0, denormals, infinities and large whole numbers are there");
    ok(plain > 51200 / 4 && plain < 51200 * 9 / 10, "among others");
}

/* Close values meet in two operands of one draw, and heads of some updates are zeros. */
static void test_close(void)
{
    enum { N = 512, SEEDS = 200, HEAD = 64 };
    static int64_t x[N], y[N];
    static const int64_t zeros[HEAD];
    unsigned straddle = 0, heads = 0;
    struct gat_array one = {.dtype = GAT_I64, .ndim = 1, .shape = {N}, .data = x}, other = one;
    other.data = y;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct gat_prng prng = {seed};
        struct gat_mix mix = {.draw = gat_prng_next(&prng), .close = true};
        memset(x, 1, sizeof x);
        memset(y, 2, sizeof y);
        gat_fill_sprinkle(&one, &mix, &prng);
        mix.updates = true;
        gat_fill_sprinkle(&other, &mix, &prng);
        unsigned n = 0;
        for (unsigned k = 0; k < N; k++)
            n += x[k] >> 32 == y[k] >> 32 && ((x[k] ^ y[k]) >> 31 & 1) != 0;
        straddle += n > 0;
        heads += memcmp(y, zeros, sizeof zeros) == 0 && y[N - 1] != 0;
    }
    ok(straddle > SEEDS / 2, "equal upper halves, and lower ones of both signs (%u)", straddle);
    ok(heads > 5 && heads < SEEDS / 4, "updates begin with zeros alone (%u)", heads);
}

static struct gat_arena arena;

/* Of many elements a fourth is special, in runs, or one in 64, or fewer, but near both ends; each
 * of eight may be. */
static void test_long(void)
{
    enum { LONG = 1 << 17, END = 512, SEEDS = 16 };
    struct gat_array t = {.dtype = GAT_F32, .ndim = 1, .shape = {LONG},
                          .data = gat_arena_raw(&arena, LONG * sizeof(float))};
    float *x = t.data;
    unsigned runs = 0, few = 0, places[8] = {0}, least = LONG, ends[2] = {0};
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        struct gat_prng prng = {seed};
        unsigned n = 0;
        for (unsigned k = 0; k < LONG; k++)
            x[k] = 3.5F;
        gat_fill_sprinkle(&t, &(struct gat_mix){.draw = gat_prng_next(&prng)}, &prng);
        for (unsigned k = 0; k < LONG; k++) {
            n += x[k] != 3.5F;
            places[k % 8] += x[k] != 3.5F;
            if (k < END || k >= LONG - END)
                ends[k >= END] += x[k] != 3.5F;
        }
        runs += n > LONG / 5 && n < LONG / 3;
        few += n < LONG / 40;
    }
    for (unsigned k = 0; k < 8; k++)
        least = places[k] < least ? places[k] : least;
    ok(runs >= SEEDS / 4 && few >= SEEDS / 4 && runs + few == SEEDS,
       "a fourth of many, or one in 64 (%u, %u)", runs, few);
    ok(least > LONG / 64 * SEEDS / 8 / 2, "in each place of eight (%u)", least);
    ok(ends[0] > END * SEEDS / 8 && ends[1] > END * SEEDS / 8, "many at the ends (%u, %u)", ends[0],
       ends[1]);
}

/* A fill is the same whether it is made at once or element by element. */
static void test_pieces(void)
{
    enum { N = 6000 };
    static const enum gat_fill fills[] = {GAT_FILL_DISTINCT, GAT_FILL_NAN_PAYLOADS,
                                          GAT_FILL_SPECIALS};
    unsigned unlike = 0;
    unsigned char *all = gat_arena_raw(&arena, N * 16), one[16];
    for (unsigned f = 0; f < 3; f++)
        for (int d = GAT_BOOL + (f == 0); d < GAT_STR; d++) {
            size_t size = gat_dtype_size((enum gat_dtype)d);
            struct gat_array t = {.dtype = (enum gat_dtype)d, .ndim = 1, .shape = {N}, .data = all};
            struct gat_array single = {.dtype = t.dtype, .ndim = 1, .shape = {1}, .data = one};
            if (d == GAT_BOOL && fills[f] != GAT_FILL_SPECIALS)
                continue; /* drawn, not counted */
            gat_fill_data(&t, fills[f], 65500, NULL, &arena);
            for (unsigned k = 0; k < N; k++) {
                gat_fill_data(&single, fills[f], 65500 + k, NULL, &arena);
                unlike += memcmp(all + k * size, one, size) != 0;
            }
        }
    ok(unlike == 0, "fills are the same in one piece and in many (%u unlike)", unlike);
}

/* ---- what the cases of a point contain ---- */

static unsigned class_of(int64_t n)
{
    return n == 0 ? 0 : n == 1 ? 1 : n < 8 ? 2 : n < 32 ? 3 : n <= 300 ? 4 : 5;
}

/* Pairs of levels that occur, of all pairs of levels that occur alone, in percent. */
static unsigned pairs_share(unsigned char (*levels)[5], unsigned n, unsigned x, unsigned y)
{
    bool one[MOST_LEVELS] = {false}, other[MOST_LEVELS] = {false};
    static bool both[MOST_LEVELS][MOST_LEVELS];
    unsigned met = 0, a = 0, b = 0;
    memset(both, 0, sizeof both);
    for (unsigned k = 0; k < n; k++)
        one[levels[k][x]] = other[levels[k][y]] = both[levels[k][x]][levels[k][y]] = true;
    for (unsigned i = 0; i < MOST_LEVELS; i++) {
        a += one[i];
        b += other[i];
        for (unsigned j = 0; j < MOST_LEVELS; j++)
            met += both[i][j];
    }
    return 100 * met / (a * b);
}

static unsigned large, early, walks, vectors, resized, most, wide, exchanged, copied, mixed, frail;

/* Wraps round, as far as indices of a valid call may be apart. */
static int64_t step_to(const struct ref_case *c, int64_t k)
{
    return (int64_t)((uint64_t)gat_array_index(&c->indices, k) -
                     (uint64_t)gat_array_index(&c->indices, k - 1));
}

/* Equal steps from the first index to the last, along the first of several axes. */
static bool is_walk(const struct ref_case *c, const struct ref_answer *a)
{
    int64_t n = gat_array_count(&c->indices);
    bool steady = n > 2 && c->data.ndim > 1 && a->axis == 0 && a->demand == REF_MUST_SUCCEED;
    int64_t step = steady ? step_to(c, 1) : 0;
    for (int64_t k = 2; steady && k < n; k++)
        steady = step_to(c, k) == step;
    return steady && step != 0;
}

/* At least 3 slices of 16 rows of 1,024 bytes. */
static bool is_wide(const struct ref_case *c, const struct ref_answer *a)
{
    int64_t before = 1, after = (int64_t)gat_dtype_size(c->data.dtype);
    for (int32_t d = 0; d < c->data.ndim; d++) {
        before *= d < a->axis ? c->data.shape[d] : 1;
        after *= d > a->axis ? c->data.shape[d] : 1;
    }
    return a->demand == REF_MUST_SUCCEED && before >= 3 && after >= 1024 &&
           gat_array_count(&c->indices) >= 16;
}

/* Is the last element of the answer a number that a copy may change: -0, a denormal, or a NaN? */
static void frail_count(const struct gat_test *t, const struct ref_answer *a)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(a->output.dtype, &parts);
    int64_t n = gat_array_count(&a->output);
    if (t->data.fill != GAT_FILL_MIXED || a->demand != REF_MUST_SUCCEED || n == 0 || f == NULL)
        return;
    size_t last = (size_t)n * parts * f->size - f->size;
    uint64_t bits = gat_bits_get(f->size, (const char *)a->output.data + last);
    uint64_t rest = bits & ~gat_real_sign(f);
    frail += rest > gat_real_infinity(f) || (rest == 0 && bits != 0) ||
             (rest != 0 && rest < UINT64_C(1) << f->mantissa);
    mixed++;
}

/* In how many places do the indices of a case differ from those of the one before it? */
static int64_t exchanged_count(const struct gat_test *t, const struct gat_test *before,
                               enum gat_dtype type)
{
    size_t size = gat_dtype_size(type);
    const char *one = t->indices.bytes[type], *other = before->indices.bytes[type];
    int64_t n = 0;
    for (int64_t k = 0; k < t->indices.count; k++)
        n += memcmp(one + (size_t)k * size, other + (size_t)k * size, size) != 0;
    return n;
}

/* A twin has the number of the case before it; two of its indices are exchanged, or one is the
 * other, or a stretch of other operands differs. */
static void twin_check(const struct gat_test *t, const struct gat_test *before,
                       enum gat_dtype type)
{
    if (strncmp(t->name + 4, "-twin-", 6) != 0)
        return;
    int64_t n = exchanged_count(t, before, type);
    exchanged += n == 2;
    copied += n == 1;
    if (strncmp(t->name, before->name, 4) != 0 || n > 2 ||
        (n == 0 && !t->data.renewed && !t->updates.renewed))
        ok(false, "%s is no twin of %s", t->name, before->name);
}

static void test_point(const char *name, unsigned draws, unsigned share_due)
{
    static unsigned char levels[DRAWS][5];
    unsigned least = 100, twins = 0, errors = 0;
    const struct gat_point *p = point_of(&home, name), *o;
    struct gat_error e = {0};
    ok(p != NULL, "%s", name);
    o = gat_point_open(p, 1, &arena, &e);
    for (unsigned k = 0; k < o->n_members; k++) {
        const struct gat_test *t = o->tests[k], *before = o->tests[k > 0 ? k - 1 : 0];
        const unsigned char l[] = {o->members[k][0], o->members[k][1],
                                   (unsigned char)(t->data.ndim < 9 ? t->data.ndim : 9),
                                   (unsigned char)class_of(t->indices.count),
                                   (unsigned char)gat_presentations[o->members[k][2]].kind};
        struct gat_arena scratch = {0};
        struct gat_member m;
        struct ref_answer a;
        memcpy(levels[k], l, sizeof l);
        twin_check(t, before, o->members[k][1]);
        twins += k > 0 && t->data.ndim == before->data.ndim &&
                 t->data.count == before->data.count && t->indices.count == before->indices.count &&
                 o->members[k][0] == o->members[k - 1][0];
        bool is_large = t->data.count > 1 << 18 || t->indices.count > 1 << 15;
        large += is_large;
        vectors += t->data.ndim == 1 && t->data.count > 1;
        early += is_large && k < o->n_members / 2;
        gat_member_make(o, k, 1, &scratch, &m);
        ref_check(&m.question, &a);
        walks += is_walk(&m.question, &a);
        most += gat_array_count(&a.output) > 1 << 24;
        wide += m.question.kernel->naming == REF_NAMES_SLICES && is_wide(&m.question, &a);
        a.output.data = gat_arena_raw(&scratch, gat_array_size(&a.output) + 1);
        ref_run(&m.question, &a, NULL);
        frail_count(t, &a);
        errors += a.demand != REF_MUST_SUCCEED;
        resized += t->updates.count != t->indices.count;
        gat_arena_free(&scratch);
    }
    for (unsigned x = 0; x < 5; x++)
        for (unsigned y = x + 1; y < 5; y++) {
            unsigned share = pairs_share(levels, o->n_members, x, y);
            least = share < least ? share : least;
        }
    ok(o->n_members >= draws, "every draw is a case (%u)", o->n_members);
    ok(least >= share_due, "pairs of types, rank, picks and presentation occur (%u %%)", least);
    ok(twins > o->n_members / 4, "equal shapes follow each other (%u)", twins);
    ok(errors > 0 && errors < o->n_members / 3, "some have no answer (%u)", errors);
}

int main(void)
{
    struct gat_options o = {.home = ".", .draw = "1300"};
    test_patterns();
    test_mixed();
    test_close();
    test_long();
    test_pieces();
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    test_point("gather/onnx-13/drawn/sizes", 1144, 80);
    ok(wide >= 2, "some are wide before, along and after the axis (%u)", wide);
    ok(most >= 2, "some outputs have more than 2^24 elements (%u)", most);
    ok(mixed > 10 && 5 * frail > 2 * mixed, "ends of outputs are special (%u of %u)", frail, mixed);
    test_point("gather_nd/onnx-13/drawn/sizes", 1144, 80);
    walks = resized = vectors = 0;
    test_point("scatter_elements/torch-2.x/drawn/sizes", 572, 60);
    ok(resized > 100 && resized < 450, "some updates are longer than indices (%u)", resized);
    ok(vectors > 30, "data have a single dimension (%u)", vectors);
    ok(walks > 5, "all indices of elements walk along the first axis (%u)", walks);
    test_point("scatter_windows/stablehlo-1.x/drawn/sizes", 1144, 80);
    test_point("tensor_scatter/onnx-linear-24/drawn/sizes", 1144, 65);
    test_point("put/torch-2.x/drawn/sizes", 1144, 80);
    resized = 0;
    test_point("put/numpy-raise-2.x/drawn/sizes", 572, 60);
    ok(resized > 100 && resized < 300, "some updates are fewer than indices (%u)", resized);
    ok(large > 5 && large < 300, "few are large (%u)", large);
    ok(early == 0, "which come after the others (%u do not)", early);
    ok(exchanged > 100, "some have two indices exchanged (%u)", exchanged);
    ok(copied > 30, "some have one index twice (%u)", copied);
    gat_arena_free(&arena);
    gat_catalog_free(&home);
    return done();
}
