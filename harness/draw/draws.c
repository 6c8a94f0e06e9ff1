/* draws.c - points of drawn cases, and what is in them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/draws.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "suite/candidate_member.h"
#include "draw/alike.h"
#include "draw/draft_case.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "draw/shortcuts.h"
#include "draw/sized.h"
#include "draw/sizes.h"
#include "draw/small.h"
#include "draw/spoil.h"
#include "dtype.h"
#include "suite/catalog.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "suite/points.h"

enum {
    MOST_TRIES = 20, LIKE = 2,
    SIZED = 8, /* one case of stated sizes for so many others */
    SIZED_BYTES = 1000000, /* that these take together, where many variants are asked */
    SIZED_TIMES = 10,      /* beyond which they grow no more */
    LARGEST = 5,           /* what one takes of the room that is left, as a part */
    MOST_SKIPPED = 4,      /* tries for each of them: there may be no room for a large one */
    TWINS = 4,             /* one of so many cases of a kind that has sizes has a twin ... */
    TWIN_LEAST = 4, TWIN_MOST = 1 << 16, /* ... if it has so many indices; ... */
    KINS = 3,              /* ... one of so many twins is of as many elements, not of the shapes */
    LARGE = 64 << 10 /* bytes of an operand */
};

/* ---- points ---- */

/* Where the sizes or the number begin in a word that names a case of this kind; or NULL. */
static const char *case_named(const struct gat_drawn_kind *d, const char *word)
{
    char part[64];
    int n = snprintf(part, sizeof part, "/drawn/%s/", d->drawing.name);
    const char *at = strstr(word, part);
    return at != NULL ? at + n : NULL;
}

/* Is there a case that the word needs beside those that are drawn anyway?  The test then asks for
 * it. */
static bool named_take(struct gat_arena *a, struct gat_test *t, const struct gat_drawn_kind *d,
                       const char *word)
{
    struct gat_sized sized;
    const char *at = case_named(d, word);
    if (at == NULL)
        return false;
    unsigned long number = strtoul(at, NULL, 10);
    if (d->states_sizes && gat_sized_read(at, &sized)) {
        GAT_GROW(a, t->named, t->n_named);
        t->named[t->n_named++] = word;
    } else if (number < 1000000 && number >= t->least_draws) {
        t->least_draws = (unsigned)number + 1;
    }
    return true;
}

void gat_draws_reach(struct gat_arena *a, const struct gat_point *p, const char *name)
{
    struct gat_test *t = (struct gat_test *)(uintptr_t)p->test; /* made by points_draw */
    for (const struct gat_drawn_kind *d = gat_drawn_kinds; d->drawing.name != NULL; d++)
        if (t->drawing == &d->drawing)
            (void)named_take(a, t, d, name);
}

static void points_draw(struct gat_catalog *c, unsigned draws, const struct gat_list *words)
{
    for (const struct gat_drawn_kind *d = gat_drawn_kinds; d->drawing.name != NULL; d++) {
        struct gat_test *t = GAT_NEW(&c->arena, struct gat_test);
        *t = (struct gat_test){.file = "drawn",
                               .topic = gat_arena_print(&c->arena, "drawn/%s", d->drawing.name),
                               .name = "",
                               .hunts = d->hunts,
                               .drawing = &d->drawing,
                               .draws = (draws * d->share + 999) / 1000};
        bool named = false;
        for (unsigned k = 0; k < words->count; k++)
            named |= named_take(&c->arena, t, d, words->items[k]);
        if (t->draws == 0 && !named)
            continue;
        t->data.dtype = t->indices.dtype = GAT_DTYPE_COUNT;
        for (unsigned s = 0; s < c->n_specs; s++)
            for (unsigned p = 0; gat_pattern_wants(c, c->specs[s]->op) &&
                                 p < c->specs[s]->n_profiles; p++)
                gat_catalog_add(c, t, c->specs[s], &c->specs[s]->profiles[p]);
    }
}

static bool points_make(struct gat_catalog *c, unsigned draws, const struct gat_list *words,
                        struct gat_error *e)
{
    points_draw(c, draws, words);
    return gat_catalog_sort(c, e);
}

int gat_catalog_open(struct gat_catalog *c, const struct gat_options *o)
{
    struct gat_error e = {0};
    unsigned draws;
    int code = gat_options_draw(o, &draws);
    if (code != 0 || (gat_catalog_read(c, gat_options_paths(o), &e) &&
                      points_make(c, draws, &o->words, &e)))
        return code;
    return gat_complain_error(GAT_EXIT_USAGE, &e);
}

/* ---- cases ---- */

/* A variant that is like another, or a further profile, gets fewer draws where many variants are
 * asked. */
static unsigned draws_of(const struct gat_point *p)
{
    bool is_new = p->spec->like == NULL && p->profile == &p->spec->profiles[0];
    bool all = is_new || p->times > 1;
    unsigned n = all ? p->test->draws : (p->test->draws + LIKE - 1) / LIKE;
    n *= p->times > 0 ? p->times : 1;
    return n > p->test->least_draws ? n : p->test->least_draws;
}

static void shape_print(char **at, char *end, char mark, const struct gat_array *t)
{
    if (t->ndim < 0)
        return;
    *at += snprintf(*at, (size_t)(end - *at), "-%c", mark);
    for (int32_t k = 0; k < t->ndim; k++)
        *at += snprintf(*at, (size_t)(end - *at), "%s%" PRId64, k > 0 ? "x" : "", t->shape[k]);
}

/* "0017-d2x300x5-i257": its number or stated sizes, and the shapes of data and indices. */
static const char *name_make(struct gat_arena *a, const char *first, const struct gat_draft *d)
{
    char name[64 + 3 * 20 * GAT_MAX_RANK];
    char *at = name + snprintf(name, sizeof name, "%s", first), *end = name + sizeof name;
    shape_print(&at, end, 'd', &d->data);
    shape_print(&at, end, 'i', &d->indices);
    return gat_arena_print(a, "%.150s", name);
}

/* Can the variant be asked this, and is it what the kind is about? */
static bool is_case(const struct gat_draws *d, const struct gat_candidate *c,
                    struct gat_arena *scratch)
{
    const struct gat_point *p = d->point;
    struct ref_answer answer = {.demand = REF_MUST_SUCCEED};
    if (gat_candidate_misfit(c, p->spec, scratch) != NULL ||
        !gat_candidate_is_bounded(c, p->spec, p->profile, d->most_bytes, scratch))
        return false;
    struct gat_member *m = gat_candidate_ask(c, p->spec, p->profile, scratch);
    if (!gat_candidate_is_presented(c, m))
        return false;
    if (d->must_answer)
        ref_check(&m->question, &answer);
    return answer.demand == REF_MUST_SUCCEED || answer.demand == REF_MAY_EITHER;
}

static const struct gat_candidate *case_keep(const struct gat_draws *d,
                                             const struct gat_candidate *c, const char *first,
                                             const struct gat_draft *draft)
{
    struct gat_candidate *kept = GAT_NEW(d->arena, struct gat_candidate);
    *kept = *c;
    kept->test.file = "drawn";
    kept->test.topic = d->point->test->topic;
    kept->test.hunts = d->point->test->hunts;
    kept->test.name = name_make(d->arena, first, draft);
    return kept;
}

/* Case number k, or NULL: it is none that the variant can be asked. */
static const struct gat_candidate *case_draw(struct gat_draws *d, unsigned k,
                                             struct gat_draft *draft, struct gat_arena *scratch)
{
    struct gat_candidate *c = GAT_NEW(scratch, struct gat_candidate);
    struct gat_prng prng = {d->seed ^ (k + 1) * UINT64_C(0x9E3779B97F4A7C15)};
    char first[64];
    if (d->sized != NULL) {
        gat_sized_print(d->sized, first, sizeof first);
        prng.state = XXH3_64bits_withSeed(first, strlen(first), d->seed);
    } else {
        snprintf(first, sizeof first, "%04u", k);
    }
    gat_prng_next(&prng);
    for (d->tries = 0; d->tries < MOST_TRIES; d->tries++) {
        if (!(d->sized != NULL ? gat_sized_draw(d, &prng, draft)
                               : d->kind->draw(d, k, &prng, draft)))
            return NULL;
        gat_draft_candidate(draft, d->point->spec, d->point->profile, d->arena, c);
        if (!is_case(d, c, scratch) &&
            !(gat_candidate_lie_plainly(c) && is_case(d, c, scratch)))
            continue;
        return case_keep(d, c, first, draft);
    }
    return NULL;
}

/* Which operands a twin has otherwise: any of those that can be, or none. */
enum { TWIN_INDICES = 1, TWIN_DATA = 2, TWIN_UPDATES = 4 };
static unsigned twin_parts(struct gat_draft *draft, struct gat_prng *prng)
{
    bool few = draft->n_indices <= TWIN_MOST && !draft->is_giant, data, updates;
    data = few && draft->data_fill != GAT_FILL_ZEROS && gat_array_count(&draft->data) >= TWIN_LEAST;
    updates = few && draft->updates_fill != GAT_FILL_ZEROS && draft->updates.ndim >= 0 &&
              gat_array_count(&draft->updates) >= TWIN_LEAST;
    unsigned can = (data ? TWIN_DATA : 0u) | (updates ? TWIN_UPDATES : 0u), parts = 0;
    can |= few && draft->n_indices >= TWIN_LEAST ? TWIN_INDICES : 0u;
    while (can != 0 && parts == 0) /* each in three of four */
        parts = (unsigned)(gat_prng_next(prng) >> 32 | gat_prng_next(prng) >> 32) & can;
    if ((parts & TWIN_INDICES) != 0 && !gat_draft_twin(draft, prng))
        parts ^= TWIN_INDICES;
    return parts;
}

/* The twin of case number k, which has its number too, or NULL.  A twin has the content of the
 * case, which the hash of its name makes, but for the operands that it has otherwise. */
static const struct gat_candidate *twin_draw(struct gat_draws *d, unsigned k,
                                             struct gat_draft *draft, uint64_t content,
                                             struct gat_arena *scratch)
{
    struct gat_prng prng = {~d->seed ^ (k + 1) * UINT64_C(0x9E3779B97F4A7C15)};
    struct gat_candidate *c = GAT_NEW(scratch, struct gat_candidate);
    char first[64];
    bool wanted = d->kind->states_sizes && d->sized == NULL && k % TWINS == 1;
    bool kin = wanted && k / TWINS % KINS == 0 && gat_draft_kin(&d->breed, draft, &prng);
    unsigned parts = wanted && !kin && d->must_answer ? twin_parts(draft, &prng) : 0;
    if (!kin && parts == 0)
        return NULL;
    snprintf(first, sizeof first, "%04u-%s", k, kin ? "kin" : "twin");
    gat_draft_candidate(draft, d->point->spec, d->point->profile, d->arena, c);
    c->test.data.renewed = (parts & TWIN_DATA) != 0;
    c->test.updates.renewed = (parts & TWIN_UPDATES) != 0;
    c->test.content = kin ? 0 : content;
    return is_case(d, c, scratch) ? case_keep(d, c, first, draft) : NULL;
}

static void member_add(struct gat_point *opened, const struct gat_candidate *c)
{
    unsigned char *member = opened->members[opened->n_members];
    member[0] = (unsigned char)c->dtype;
    member[1] = (unsigned char)c->index_dtype;
    member[2] = (unsigned char)c->presentation;
    opened->tests[opened->n_members++] = &c->test;
}

/* Does an operand of the case take more than a small case has? */
static bool is_large(const struct gat_candidate *c)
{
    const struct gat_test *t = &c->test;
    int64_t data = t->data.count, updates = t->updates.present ? t->updates.count : 0;
    int64_t most = (data > updates ? data : updates) * (int64_t)gat_dtype_size(c->dtype);
    int64_t indices = t->indices.count * (int64_t)gat_dtype_size(c->index_dtype);
    return most > LARGE || indices > LARGE;
}

/* Pairs of cases whose first is large come after all others: most faults fail small cases, which
 * take less time. */
static void large_last(struct gat_point *opened, const bool *large, struct gat_arena *scratch)
{
    unsigned n = opened->n_members, to = 0;
    unsigned char(*members)[3] = gat_arena_array(scratch, n, sizeof *members);
    const struct gat_test **tests = GAT_NEW_N(scratch, const struct gat_test *, n);
    memcpy(members, opened->members, n * sizeof *members);
    memcpy(tests, opened->tests, n * sizeof *tests);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned k = 0; k < n; k++)
            if (large[k] == (pass == 1)) {
                memcpy(opened->members[to], members[k], sizeof *members);
                opened->tests[to++] = tests[k];
            }
}

/* Case number k, if there is one, and its twin; is it large? */
static bool case_add(struct gat_draws *d, struct gat_point *opened, unsigned k,
                     const struct gat_sized *sized, struct gat_arena *scratch)
{
    struct gat_draft *draft = GAT_NEW(scratch, struct gat_draft);
    d->sized = sized;
    const struct gat_candidate *c = case_draw(d, k, draft, scratch), *twin = NULL;
    struct gat_member m;
    if (c != NULL) {
        member_add(opened, c);
        gat_member_name(opened, opened->n_members - 1, scratch, &m);
        twin = twin_draw(d, k, draft, m.name_hash, scratch);
    }
    if (twin != NULL)
        member_add(opened, twin);
    gat_arena_reset(scratch);
    return c != NULL && is_large(c);
}

/* All cases by number, then those of stated sizes; or as many as there have to be for the first
 * `most` of the point, which large ones come after. */
static void cases_add(struct gat_draws *d, struct gat_point *opened, unsigned n,
                      const struct gat_sized *sized, unsigned n_sized)
{
    struct gat_arena scratch = {0}, kept = {0};
    bool *large = GAT_NEW_N(&kept, bool, 2 * n + n_sized + 1), pair = false;
    unsigned small = 0, most = d->point->most > 0 ? d->point->most : UINT_MAX;
    for (unsigned k = 0; k < n && small < most; k++) {
        unsigned at = opened->n_members;
        bool one = case_add(d, opened, k, NULL, &scratch);
        pair = k % 2 == 0 ? one : pair;
        small += pair ? 0 : opened->n_members - at;
        while (at < opened->n_members)
            large[at++] = pair;
    }
    for (unsigned k = 0; k < n_sized && small < most; k++) {
        unsigned at = opened->n_members;
        bool one = case_add(d, opened, k, &sized[k], &scratch);
        if (at < opened->n_members)
            large[at] = one;
    }
    large_last(opened, large, &kept);
    gat_arena_free(&scratch);
    gat_arena_free(&kept);
}

/* The cases of stated sizes, into `out`: those that the constants of the backend tell, as many as
 * there is room for, and those that are named and not among them. */
static unsigned sized_list(const struct gat_draws *d, unsigned most, struct gat_sized *out)
{
    const struct gat_point *p = d->point;
    int64_t times = p->times > SIZED_TIMES ? SIZED_TIMES : p->times > 0 ? p->times : 1;
    int64_t room = SIZED_BYTES * times * times;
    unsigned n = 0;
    for (unsigned k = 0; n < most && k < MOST_SKIPPED * most &&
                         gat_sized_list(p->constants, d->seed, k, &out[n]); k++)
        if (gat_sized_cost(&out[n]) <= room / LARGEST) /* many small ones for each large one */
            room -= gat_sized_cost(&out[n++]);
    for (unsigned k = 0; k < p->test->n_named; k++) {
        const char *word = p->test->named[k];
        unsigned other = 0;
        if (!gat_pattern_may_reach(word, p) || !gat_sized_read(case_named(d->kind, word), &out[n]))
            continue;
        while (other < n && !gat_sized_same(&out[other], &out[n]))
            other++;
        n += other == n;
    }
    return n;
}

/* Such a point with its cases, in `a`: `open` of each kind. */
static const struct gat_point *drawn_open(const struct gat_point *p, uint64_t seed,
                                          struct gat_arena *a)
{
    struct gat_arena kept = {0};
    struct gat_draws d = {.point = p, .arena = a, .kind = gat_drawn_kinds,
                          .most_bytes = GAT_MOST_BYTES};
    struct gat_point *opened = GAT_NEW(a, struct gat_point);
    unsigned n = draws_of(p);
    while (&d.kind->drawing != p->test->drawing)
        d.kind++;
    d.seed = XXH3_64bits_withSeed(p->name, strlen(p->name), seed);
    gat_breed_make(p->spec, p->profile, INT64_C(1) << 16, &d.breed);
    d.breed.giants = true;
    if (d.kind->begin != NULL)
        d.kind->begin(&d);
    unsigned most = d.kind->states_sizes && p->constants != NULL ? n / SIZED : 0;
    struct gat_sized *sized = GAT_NEW_N(&kept, struct gat_sized, most + p->test->n_named + 1);
    unsigned n_sized = sized_list(&d, most, sized);
    *opened = *p;
    unsigned room = n + n / TWINS + n_sized + 2;
    opened->members = gat_arena_array(a, room, sizeof *opened->members);
    opened->tests = GAT_NEW_N(a, const struct gat_test *, room);
    cases_add(&d, opened, n, sized, n_sized);
    gat_arena_free(&kept);
    return opened;
}

/* ---- kinds ---- */

/* What the fuzzer tries, without what it learns. */
static bool edges_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                       struct gat_draft *out)
{
    unsigned char bytes[80];
    (void)k;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(gat_prng_next(prng) >> 56);
    gat_draft_make(&d->breed, bytes, sizeof bytes, out);
    return true;
}

const struct gat_drawn_kind gat_drawn_kinds[] = {
    {.drawing = {"edges", drawn_open},
     .hunts = "a case near the edges of what is allowed, or beyond them, that nobody wrote",
     .share = 120,
     .draw = edges_draw},
    {.drawing = {"sizes", drawn_open},
     .hunts = "sizes, types, order of indices, values and memory that nobody thought of together",
     .share = 880,
     .states_sizes = true,
     .begin = gat_sizes_begin,
     .draw = gat_sizes_draw},
    {.drawing = {"shortcuts", drawn_open},
     .hunts = "what looks like a case for which there is a shorter way, and is none",
     .share = 22, /* beside the others */
     .draw = gat_shortcuts_draw},
    {.drawing = {"alike", drawn_open},
     .hunts = "values that look alike, of which a kernel takes one for another",
     .share = 10, /* beside the others */
     .draw = gat_alike_draw},
    {.drawing = {"small", drawn_open},
     .hunts = "one of all cases of at most two elements and two indices",
     .share = 604, /* beside the others; of a variant that is run alone all, as a rule */
     .begin = gat_small_begin,
     .draw = gat_small_draw},
    {.drawing = {NULL, NULL}},
};
