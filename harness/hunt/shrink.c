/* shrink.c - a failing case made as small and as plain as it can be.
 *
 * Each step that is kept makes a measure smaller, so that it ends.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hunt/shrink.h"

#include <string.h>

#include "base/clock.h"
#include "dtype.h"
#include "hunt/shrink_operand.h"
#include "hunt/shrink_steps.h"
#include "parts/attribute.h"
#include "parts/presentation.h"
#include "suite/candidate_member.h"

/* How large and how odd a case is: the first number that differs decides. */
enum { MEASURES = 8 };
struct measure {
    gat_uint128 part[MEASURES];
};

/* Types in the order in which a person would rather read them. */
static const unsigned char liked[GAT_DTYPE_COUNT] = {
    [GAT_F32] = 0,  [GAT_I64] = 1,  [GAT_I32] = 2,  [GAT_I8] = 3,   [GAT_U8] = 4,   [GAT_F64] = 5,
    [GAT_I16] = 6,  [GAT_F16] = 7,  [GAT_BF16] = 8, [GAT_U16] = 9,  [GAT_U32] = 10, [GAT_U64] = 11,
    [GAT_C64] = 12, [GAT_C128] = 13, [GAT_BOOL] = 14, [GAT_STR] = 15};

static gat_uint128 whole(int64_t n)
{
    return n > 0 ? (uint64_t)n : 0;
}

static gat_uint128 oddness(int64_t value)
{
    gat_uint128 size = value < 0 ? -(gat_uint128)value : (gat_uint128)value;
    return 2 * size + (value < 0);
}

static void operand_measure(const struct gat_candidate *c, const struct gat_operand_text *o,
                            struct measure *m)
{
    enum gat_dtype t = gat_operand_type(c, o);
    size_t size = gat_dtype_size(t);
    if (!o->present)
        return;
    /* One element is easier to read than none. */
    m->part[0] = m->part[0] + whole(o->count == 0 ? 3 : o->count);
    m->part[1] = m->part[1] + whole(o->ndim);
    m->part[3] = m->part[3] + whole(o == &c->test.indices ? liked[t] ^ 1 : liked[t]);
    if (o->fill != GAT_FILL_NONE) {
        m->part[7] = m->part[7] + whole(o->count + 1);
        return;
    }
    int64_t before = 0, value, first = o == &c->test.updates ? c->test.data.count : 0;
    for (int64_t k = 0; k < o->count; k++) {
        unsigned char plain[16];
        gat_plain_element(t, first + k, plain);
        if (!gat_operand_is_index(c, o))
            m->part[7] = m->part[7] + whole(!gat_dtype_same(
                                          t, (const char *)o->bytes[t] + (size_t)k * size, plain));
        else if (gat_operand_number(c, o, k, &value)) {
            m->part[5] = m->part[5] + oddness(value);
            m->part[6] = m->part[6] + whole(k > 0 && value < before);
            before = value;
        }
    }
}

static gat_uint128 attribute_oddness(const struct gat_test *t, const struct gat_attribute *a)
{
    gat_uint128 sum = 0;
    if (a->form == GAT_FORM_LIST) {
        for (int32_t d = 0; d < t->lists[a->at].count && t->lists[a->at].given; d++)
            sum = sum + oddness(t->lists[a->at].value[d]);
    } else if (t->single[a->at].given && a->form != GAT_FORM_REDUCTION) {
        sum = a->form == GAT_FORM_INT ? oddness(t->single[a->at].value)
                                      : whole(t->single[a->at].value);
    }
    return sum;
}

static void measure_make(const struct gat_candidate *c, struct measure *m)
{
    const struct gat_test *t = &c->test;
    memset(m, 0, sizeof *m);
    int stated = 0; /* an axis that is a tensor counts twice */
    for (unsigned k = 0; k < GAT_CASE_OPERANDS; k++) {
        operand_measure(c, &t->operands[k], m);
        stated += t->operands[k].present;
    }
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++) {
        stated += k != GAT_A_reduction && gat_attribute_given(t, k);
        m->part[4] = m->part[4] + attribute_oddness(t, &gat_attribute_table[k]);
    }
    m->part[2] = whole(stated + 2 * (c->presentation != GAT_P_PLAIN) +
                       3 * (t->data.fill == GAT_FILL_SPARSE));
}

static bool measure_less(const struct measure *x, const struct measure *y)
{
    for (int k = 0; k < MEASURES; k++)
        if (x->part[k] != y->part[k])
            return x->part[k] < y->part[k];
    return false;
}

struct walk {
    struct gat_shrink *s;
    struct gat_attempt attempt;
    struct gat_candidate now;
    struct measure measure;
    struct gat_arena kept[2], steps; /* the case as it is, and the next one */
    unsigned which;
    double end;
};

/* Does this case fail in the way that is wanted? */
static bool fails_so(struct walk *w, const struct gat_candidate *c, bool fresh)
{
    struct gat_shrink *s = w->s;
    struct gat_judgement j;
    gat_arena_reset(&w->attempt.arena);
    if (gat_candidate_misfit(c, s->spec, &w->attempt.arena) != NULL ||
        !gat_candidate_is_bounded(c, s->spec, s->profile, GAT_MOST_BYTES,
                                  &w->attempt.arena))
        return false;
    w->attempt.member = gat_candidate_member(c, s->spec, s->profile, &w->attempt.arena);
    if (!gat_candidate_is_presented(c, w->attempt.member) ||
        !gat_attempt_ready(s->trial, &w->attempt))
        return false;
    s->tried++;
    if (!gat_attempt_run(s->trial, &w->attempt, fresh, &j) || j.verdict != s->verdict ||
        strcmp(j.clause, s->clause) != 0 || (j.readings & s->excludes) != 0)
        return false;
    s->readings = j.readings;
    return true;
}

/* The case of the attempt is the one to go on from. */
static void keep(struct walk *w, const struct gat_candidate *c)
{
    struct gat_candidate settled = *c;
    w->which = !w->which;
    gat_arena_reset(&w->kept[w->which]);
    gat_candidate_settle(&settled, w->attempt.member, &w->attempt.arena);
    gat_candidate_copy(&settled, &w->kept[w->which], &w->now);
    measure_make(&w->now, &w->measure);
}

static bool step_see(void *user, const struct gat_candidate *c)
{
    struct walk *w = user;
    struct measure m;
    measure_make(c, &m);
    if (!measure_less(&m, &w->measure))
        return false;
    if (w->s->trial->lost != NULL || (w->s->seconds > 0 && gat_seconds_now() > w->end)) {
        w->s->minimal = false;
        return true;
    }
    if (!fails_so(w, c, false))
        return false;
    keep(w, c);
    w->s->kept++;
    return true;
}

/* State that an earlier case left in the worker may have made a step look good. */
static bool holds_alone(struct walk *w)
{
    const struct gat_candidate c = w->now;
    return fails_so(w, &c, true);
}

bool gat_shrink_run(struct gat_shrink *s, const struct gat_candidate *start,
                    struct gat_arena *a, struct gat_candidate *out)
{
    struct walk w = {.s = s, .end = gat_seconds_now() + s->seconds};
    bool good = fails_so(&w, start, true);
    s->minimal = true;
    if (good) {
        keep(&w, start);
        gat_candidate_copy(&w.now, a, out);
    }
    while (good && s->minimal && gat_steps_each(&w.now, &w.steps, step_see, &w))
        gat_arena_reset(&w.steps);
    if (good && holds_alone(&w))
        gat_candidate_copy(&w.now, a, out);
    else
        s->minimal = false;
    gat_arena_free(&w.attempt.arena);
    gat_arena_free(&w.kept[0]);
    gat_arena_free(&w.kept[1]);
    gat_arena_free(&w.steps);
    return good;
}
