/* test_ahead.c - a case that was made ahead is the case that is made when it is asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "run/ahead.h"
#include "suite/point_open.h"

enum { SEED = 7 };
static struct gat_run run = {.seed = SEED};
static struct gat_session session = {.run = &run, .keeps_pictures = true};

static const struct gat_point *opened_of(const char *name, struct gat_arena *a)
{
    struct gat_error e;
    return gat_point_open(point_of(&home, name), SEED, a, &e);
}

static bool same_array(const struct gat_array *a, const struct gat_array *b)
{
    if (a->ndim < 0 || b->ndim < 0 || a->sparse != NULL || b->sparse != NULL)
        return a->ndim == b->ndim && (a->sparse == NULL) == (b->sparse == NULL);
    return a->dtype == b->dtype && a->ndim == b->ndim &&
           memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof a->shape[0]) == 0 &&
           (a->dtype == GAT_STR || memcmp(a->data, b->data, gat_array_size(a)) == 0);
}

static bool same_case(struct gat_case_slot *a, struct gat_case_slot *b)
{
    const struct ref_case *p = &a->member.question, *q = &b->member.question;
    return a->expectation.member == &a->member && strcmp(a->member.name, b->member.name) == 0 &&
           a->member.placed == b->member.placed && same_array(&p->data, &q->data) &&
           same_array(&p->indices, &q->indices) && same_array(&p->updates, &q->updates) &&
           gat_slot_telling(a) == gat_slot_telling(b) &&
           a->expectation.answer.demand == b->expectation.answer.demand &&
           same_array(&a->expectation.answer.output, &b->expectation.answer.output);
}

/* Is member k the same both ways? */
static bool is_same(struct gat_ahead *h, const struct gat_point *opened, unsigned k,
                    struct gat_case_slot *slot)
{
    struct gat_case_slot alone = {.session = &session};
    gat_slot_make(&alone, opened, k);
    gat_ahead_take(h, opened, k, slot);
    bool same = same_case(slot, &alone);
    gat_arena_free(&alone.arena);
    return same;
}

/* Members of a point from `first` on, `step` apart. */
static void test_steps(struct gat_ahead *h, const struct gat_point *opened, unsigned first,
                       unsigned step)
{
    struct gat_case_slot slots[2] = {{.session = &session}, {.session = &session}};
    unsigned unlike = 0, asked = 0;
    for (unsigned k = first; k < opened->n_members && asked < 200; k += step, asked++) {
        unlike += !is_same(h, opened, k, &slots[k % 2]);
        if (asked % 50 == 49) /* back to one that was taken, and on from there */
            unlike += !is_same(h, opened, k / 2, &slots[1]);
    }
    ok(asked > 10 && unlike == 0, "%s from %u on by %u: of %u members %u are not the same",
       opened->name, first, step, asked, unlike);
    gat_ahead_leave(h);
    gat_arena_free(&slots[0].arena);
    gat_arena_free(&slots[1].arena);
}

int main(void)
{
    struct gat_options o = {.home = ".", .draw = "1000"};
    struct gat_arena a = {0};
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    struct gat_ahead *h = gat_ahead_open(&session);
    if (h == NULL) {
        puts("1..0 # SKIP a single processor makes nothing ahead");
        return 0;
    }
    const struct gat_point *sizes = opened_of("gather/onnx-13/drawn/sizes", &a);
    const struct gat_point *small = opened_of("scatter_elements/onnx-18/drawn/small", &a);
    for (unsigned step = 1; step < 8; step += 3) {
        test_steps(h, sizes, 0, step);
        test_steps(h, small, 5, step);
    }
    struct gat_case_slot last = {.session = &session};
    gat_ahead_take(h, sizes, 3, &last);
    gat_ahead_close(h); /* while it works */
    gat_arena_free(&last.arena);
    gat_ahead_close(NULL);
    gat_arena_free(&a);
    return done();
}
