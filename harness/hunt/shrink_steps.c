/* shrink_steps.c - all cases that are one step from a case.
 *
 * Steps that take much away come first.  Steps need not make sense for every variant: a step
 * that makes another mistake gets another verdict, and is not kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "hunt/shrink_operand.h"
#include "hunt/shrink_pairs.h"
#include "hunt/shrink_steps.h"

enum { MOST_SINGLE = 64 }; /* elements that are looked at one by one */

struct steps {
    const struct gat_candidate *from;
    struct gat_arena *a;
    gat_step_see *see;
    void *user;
    bool done;
};

static void offer(struct steps *s, const struct gat_candidate *c)
{
    s->done = s->done || s->see(s->user, c);
}

/* ---- extents ---- */

/* The axis from the front, or -1. */
static int32_t axis_of(const struct gat_candidate *c)
{
    const struct gat_test *t = &c->test;
    int64_t axis = t->axis.given ? t->axis.value : 0, rank = t->data.ndim;
    if (t->axis_tensor.present &&
        (t->axis_tensor.count < 1 || !gat_operand_number(c, &t->axis_tensor, 0, &axis)))
        return -1;
    axis += axis < 0 ? rank : 0;
    return axis >= 0 && axis < rank ? (int32_t)axis : -1;
}

/* Indices keep their distance to the end at which they lie, or to what is left when the
 * first ones go. */
static void indices_follow(struct gat_candidate *c, int64_t had, int64_t has, bool last,
                           struct gat_arena *a)
{
    struct gat_operand_text *o = &c->test.indices;
    enum gat_dtype t = gat_operand_type(c, o);
    int64_t value;
    if (o->fill != GAT_FILL_NONE || !gat_dtype_is_index(t))
        return;
    void *own = gat_operand_own(c, o, a);
    for (int64_t k = 0; k < o->count; k++) {
        (void)gat_operand_number(c, o, k, &value);
        if (last && value >= 0)
            gat_operand_number_put(t, own, k, value > had - has ? value - (had - has) : 0);
        else if (value >= has && value >= 0)
            gat_operand_number_put(t, own, k, value - (had - has));
        else if (value < -has)
            gat_operand_number_put(t, own, k, value + (had - has));
    }
}

enum { ON_DATA = 1, ON_INDICES = 2, ON_UPDATES = 4, FOLLOW = 8, LAST = 16 };

static bool cut_one(struct steps *s, struct gat_candidate *c, struct gat_operand_text *o,
                    int32_t d, int64_t to, unsigned how)
{
    if (!o->present || d >= o->ndim || o->shape[d] <= to)
        return false;
    gat_operand_cut(c, o, d, (how & LAST) != 0 ? 0 : to, (how & LAST) != 0 ? to : 0, s->a);
    return true;
}

static void cut_try(struct steps *s, int32_t d, int64_t to, unsigned how)
{
    struct gat_candidate c = *s->from;
    struct gat_test *t = &c.test;
    bool any = false;
    int64_t had = d < t->data.ndim ? t->data.shape[d] : 0;
    if ((how & ON_DATA) != 0 && cut_one(s, &c, &t->data, d, to, how)) {
        any = true;
        if ((how & FOLLOW) != 0)
            indices_follow(&c, had, to, (how & LAST) != 0, s->a);
    }
    if ((how & ON_INDICES) != 0)
        any |= cut_one(s, &c, &t->indices, d, to, how);
    if ((how & ON_UPDATES) != 0)
        any |= cut_one(s, &c, &t->updates, d, to, how);
    if (any)
        offer(s, &c);
}

static int32_t most_rank(const struct gat_test *t)
{
    int32_t most = t->data.ndim > t->indices.ndim ? t->data.ndim : t->indices.ndim;
    return t->updates.present && t->updates.ndim > most ? t->updates.ndim : most;
}

/* Where 31 or 32 bits end, in elements or in bytes of data, counted in steps of `step`
 * elements; ascending.  Halving would take too long to get there. */
enum { ENDS = 12 };
static void ends_of(const struct gat_candidate *c, int64_t step, int64_t out[ENDS])
{
    int64_t size = (int64_t)gat_dtype_size(gat_operand_type(c, &c->test.data));
    const int64_t ends[] = {(INT64_C(1) << 31) / size, (INT64_C(1) << 32) / size, INT64_C(1) << 31,
                            INT64_C(1) << 32};
    for (unsigned k = 0; k < ENDS; k++)
        out[k] = ends[k / 3] / step + k % 3 - 1;
}

/* Elements of data after dimension d. */
static int64_t elements_after(const struct gat_test *t, int32_t d)
{
    int64_t n = 1;
    while (++d < t->data.ndim)
        n *= t->data.shape[d] > 1 ? t->data.shape[d] : 1;
    return n;
}

static void cuts_to(struct steps *s, const unsigned *ways, unsigned n_ways, int32_t d,
                    const int64_t *sizes, unsigned n_sizes, int64_t n)
{
    for (unsigned k = 0; k < n_sizes; k++)
        for (unsigned w = 0; w < n_ways && !s->done; w++)
            if (sizes[k] >= 0 && sizes[k] < n)
                cut_try(s, d, sizes[k], ways[w]);
}

static void cuts(struct steps *s)
{
    static const unsigned ways[] = {
        ON_DATA | ON_INDICES | ON_UPDATES,
        ON_DATA | ON_INDICES | ON_UPDATES | FOLLOW,
        ON_INDICES | ON_UPDATES,
        ON_INDICES | ON_UPDATES | LAST,
        ON_DATA | FOLLOW,
        ON_DATA,
        ON_DATA | LAST,
        ON_DATA | ON_INDICES | ON_UPDATES | LAST,
        ON_DATA | LAST | FOLLOW,
        ON_DATA | ON_INDICES | ON_UPDATES | LAST | FOLLOW,
        ON_UPDATES,
        ON_INDICES};
    const struct gat_test *t = &s->from->test;
    for (int32_t d = 0; d < most_rank(t); d++) {
        int64_t n = d < t->data.ndim ? t->data.shape[d] : 0;
        if (d < t->indices.ndim && t->indices.shape[d] > n)
            n = t->indices.shape[d];
        enum { WAYS = sizeof ways / sizeof ways[0] };
        const int64_t sizes[] = {1, 0, n / 8, n / 2, n - n / 8, n - n / 64, n - n / 512,
                                 n - (n >> 13), n - (n >> 17), n - (n >> 21), n - (n >> 25), n - 1};
        int64_t ends[ENDS];
        ends_of(s->from, elements_after(t, d), ends);
        if (n > INT16_MAX)
            cuts_to(s, ways, WAYS, d, ends, ENDS, n);
        cuts_to(s, ways, WAYS, d, sizes, sizeof sizes / sizeof sizes[0], n);
        /* Each operand by one, where the other is longer. */
        for (unsigned w = 0; w < WAYS && !s->done; w++) {
            if (d < t->data.ndim && t->data.shape[d] > 0 && (ways[w] & ON_DATA) != 0)
                cut_try(s, d, t->data.shape[d] - 1, ways[w]);
            if (!s->done && d < t->indices.ndim && t->indices.shape[d] > 0 &&
                (ways[w] & ON_DATA) == 0)
                cut_try(s, d, t->indices.shape[d] - 1, ways[w]);
        }
    }
}

/* ---- dimensions ---- */

static void list_drop(struct ref_list *l, int32_t d)
{
    if (d >= l->count)
        return;
    l->count--;
    for (int32_t k = d; k < l->count; k++)
        l->value[k] = l->value[k + 1];
}

void gat_axis_follow(struct gat_candidate *c, int32_t d)
{
    struct gat_test *t = &c->test;
    int32_t axis = axis_of(c);
    if (!t->axis.given)
        return;
    if (t->axis.value >= 0 && (axis < 0 || d < axis) && t->axis.value > 0)
        t->axis.value--;
    else if (t->axis.value < 0 && (axis < 0 || d > axis) && t->axis.value < -1)
        t->axis.value++;
}

static void drop_try(struct steps *s, int32_t d, unsigned on)
{
    struct gat_candidate c = *s->from;
    struct gat_test *t = &c.test;
    if ((on & ON_DATA) != 0 && d < t->data.ndim) {
        gat_axis_follow(&c, d);
        gat_operand_drop(&c, &t->data, d, s->a);
    }
    if ((on & ON_INDICES) != 0 && d < t->indices.ndim) {
        gat_operand_drop(&c, &t->indices, d, s->a);
        if (t->batch_dims.given && d < t->batch_dims.value && (on & ON_DATA) != 0)
            t->batch_dims.value--;
        list_drop(&t->lists[REF_view_shape], d);
        list_drop(&t->lists[REF_tile_shape], d);
    }
    if ((on & ON_UPDATES) != 0 && t->updates.present && d < t->updates.ndim)
        gat_operand_drop(&c, &t->updates, d, s->a);
    offer(s, &c);
}

static void drops(struct steps *s)
{
    static const unsigned ways[] = {ON_DATA | ON_INDICES | ON_UPDATES, ON_DATA,
                                    ON_INDICES | ON_UPDATES, ON_UPDATES, ON_INDICES};
    for (int32_t d = 0; d < most_rank(&s->from->test); d++)
        for (unsigned w = 0; w < sizeof ways / sizeof ways[0] && !s->done; w++)
            drop_try(s, d, ways[w]);
}

/* ---- attributes and types ---- */

/* Values that are plainer than `v`, plainest first. */
static unsigned plainer(int64_t v, int64_t out[5])
{
    const int64_t all[] = {0, v < 0 && v > INT64_MIN ? -v : 0, v / 2, v < 0 ? v + 1 : v - 1, 1};
    unsigned n = 0;
    for (unsigned k = 0; k < 5 && v != 0; k++)
        out[n++] = all[k];
    return n;
}

static void numbers_try(struct steps *s, struct gat_candidate *c, int64_t *at)
{
    int64_t values[5], was = *at;
    unsigned n = plainer(was, values);
    for (unsigned k = 0; k < n && !s->done; k++) {
        *at = values[k];
        offer(s, c);
    }
    *at = was;
}

static void axis_steps(struct steps *s)
{
    struct gat_candidate c = *s->from;
    struct gat_test *t = &c.test;
    int64_t value = 0;
    if (t->axis_tensor.present) {
        bool known = t->axis_tensor.count > 0 &&
                     gat_operand_number(&c, &t->axis_tensor, 0, &value);
        t->axis_tensor.present = false;
        t->axis.given = true;
        t->axis.value = known ? value : 0;
        offer(s, &c);
        c = *s->from;
        for (int32_t d = 0; d < t->axis_tensor.ndim && !s->done; d++) {
            gat_operand_cut(&c, &t->axis_tensor, d, t->axis_tensor.shape[d] > 1, 0, s->a);
            offer(s, &c);
        }
    }
    c = *s->from;
    if (!t->axis.given)
        return;
    if (t->axis.value < 0) {
        t->axis.value += t->data.ndim;
        offer(s, &c);
        t->axis.value = s->from->test.axis.value;
    }
    t->axis.given = false;
    offer(s, &c);
    t->axis.given = true;
    numbers_try(s, &c, &t->axis.value);
}

static void attribute_steps(struct steps *s)
{
    struct gat_candidate c = *s->from;
    struct gat_test *t = &c.test;
    for (unsigned k = 0; k < GAT_SINGLES && !s->done; k++) {
        bool was = t->single[k].given;
        if (k == GAT_SINGLE_axis || k == GAT_SINGLE_reduction)
            continue;
        t->single[k].given = false;
        offer(s, &c);
        t->single[k].given = was;
    }
    for (unsigned k = 0; k < REF_LISTS && !s->done; k++) {
        struct ref_list *l = &t->lists[k], was = *l;
        if (!was.given)
            continue;
        *l = (struct ref_list){.given = false};
        offer(s, &c);
        *l = was;
        for (int32_t d = 0; d < was.count && !s->done; d++)
            numbers_try(s, &c, &l->value[d]);
    }
    if (t->batch_dims.given)
        numbers_try(s, &c, &t->batch_dims.value);
    t->sparse_grad.value = 0;
    offer(s, &c);
    c = *s->from;
    c.presentation = 0; /* the plain one */
    offer(s, &c);
    if (t->data.fill == GAT_FILL_SPARSE && t->data.count <= GAT_MOST_LITERALS) {
        t->data.fill = GAT_FILL_DISTINCT;
        offer(s, &c);
    }
}

/* Data of another type are new; if the lost bits mattered, so does the verdict change. */
static void type_put(struct steps *s, struct gat_candidate *c, struct gat_operand_text *o,
                     enum gat_dtype t)
{
    size_t size = gat_dtype_size(t);
    if (!o->present || o->fill != GAT_FILL_NONE)
        return;
    char *to = gat_arena_alloc(s->a, (size_t)o->count * size + 1);
    for (int64_t k = 0; k < o->count; k++) {
        int64_t value;
        if (o != &c->test.indices)
            gat_plain_element(t, k + (o == &c->test.updates ? c->test.data.count : 0),
                              to + (size_t)k * size);
        else if (gat_operand_number(s->from, &s->from->test.indices, k, &value))
            gat_operand_number_put(t, to, k, value);
    }
    o->bytes[t] = to;
    o->types = GAT_BIT(t);
}

static void type_steps(struct steps *s)
{
    for (int t = 0; t < GAT_DTYPE_COUNT && !s->done; t++) {
        struct gat_candidate c = *s->from;
        if (c.test.data.dtype == GAT_DTYPE_COUNT && (enum gat_dtype)t != c.dtype) {
            type_put(s, &c, &c.test.data, (enum gat_dtype)t);
            if (c.test.updates.dtype == GAT_DTYPE_COUNT)
                type_put(s, &c, &c.test.updates, (enum gat_dtype)t);
            c.dtype = (enum gat_dtype)t;
            offer(s, &c);
        }
    }
    struct gat_candidate c = *s->from;
    if (c.test.indices.dtype == GAT_DTYPE_COUNT && c.index_dtype == GAT_I32) {
        type_put(s, &c, &c.test.indices, GAT_I64);
        c.index_dtype = GAT_I64;
        offer(s, &c);
    }
}

/* ---- values ---- */

static void indices_all(struct steps *s, enum gat_dtype t)
{
    struct gat_candidate c = *s->from;
    struct gat_operand_text *o = &c.test.indices;
    int64_t value, next;
    void *own = gat_operand_own(&c, o, s->a);
    for (int64_t k = 0; k < o->count; k++)
        gat_operand_number_put(t, own, k, 0);
    offer(s, &c);
    c = *s->from;
    own = gat_operand_own(&c, o, s->a);
    for (int64_t k = 1; k < o->count; k++) /* sorted */
        for (int64_t i = k; i > 0 && o->count <= MOST_SINGLE; i--) {
            (void)gat_operand_number(&c, o, i, &next);
            (void)gat_operand_number(&c, o, i - 1, &value);
            if (next < value) {
                gat_operand_number_put(t, own, i, value);
                gat_operand_number_put(t, own, i - 1, next);
            }
        }
    offer(s, &c);
}

/* A large index where 31 or 32 bits end. */
static void index_ends(struct steps *s, struct gat_candidate *c, void *own, int64_t k, int64_t was)
{
    enum gat_dtype t = gat_operand_type(c, &c->test.indices);
    int64_t ends[ENDS];
    int32_t axis = axis_of(c);
    if (was < INT16_MAX || axis < 0)
        return;
    ends_of(c, elements_after(&c->test, axis), ends);
    for (unsigned i = 0; i < ENDS && !s->done; i++)
        if (ends[i] < was) {
            gat_operand_number_put(t, own, k, ends[i]);
            offer(s, c);
        }
}

static void index_steps(struct steps *s)
{
    const struct gat_operand_text *o = &s->from->test.indices;
    enum gat_dtype t = gat_operand_type(s->from, o);
    int64_t was, values[5];
    if (o->fill != GAT_FILL_NONE || !gat_dtype_is_index(t))
        return;
    indices_all(s, t);
    for (int64_t k = 0; k < o->count && k < MOST_SINGLE && !s->done; k++) {
        struct gat_candidate c = *s->from;
        void *own = gat_operand_own(&c, &c.test.indices, s->a);
        (void)gat_operand_number(&c, &c.test.indices, k, &was);
        unsigned n = plainer(was, values);
        for (unsigned i = 0; i < n && !s->done; i++) {
            gat_operand_number_put(t, own, k, values[i]);
            offer(s, &c);
        }
        index_ends(s, &c, own, k, was);
    }
}

/* Large operands keep a fill; the plainest is `distinct`. */
static void data_steps(struct steps *s, bool updates)
{
    struct gat_candidate c = *s->from;
    struct gat_operand_text *o = updates ? &c.test.updates : &c.test.data;
    const struct gat_operand_text *was = updates ? &s->from->test.updates : &s->from->test.data;
    enum gat_dtype t = gat_operand_type(&c, o);
    size_t size = gat_dtype_size(t);
    int64_t first = updates ? c.test.data.count : 0;
    if (!o->present || o->fill != GAT_FILL_NONE)
        return;
    char *own = gat_operand_own(&c, o, s->a);
    for (int64_t k = 0; k < o->count; k++)
        gat_plain_element(t, first + k, own + (size_t)k * size);
    offer(s, &c);
    for (int64_t k = 0; k < o->count && k < MOST_SINGLE && !s->done; k++) {
        memcpy(own, was->bytes[t], (size_t)o->count * size);
        gat_plain_element(t, first + k, own + (size_t)k * size);
        offer(s, &c);
    }
}

bool gat_steps_each(const struct gat_candidate *c, struct gat_arena *scratch,
                    gat_step_see *see, void *user)
{
    struct steps s = {.from = c, .a = scratch, .see = see, .user = user};
    cuts(&s);
    if (!s.done)
        drops(&s);
    s.done = s.done || gat_pair_steps(c, scratch, see, user);
    if (!s.done)
        axis_steps(&s);
    if (!s.done)
        attribute_steps(&s);
    if (!s.done)
        type_steps(&s);
    if (!s.done)
        index_steps(&s);
    if (!s.done)
        data_steps(&s, false);
    if (!s.done)
        data_steps(&s, true);
    return s.done;
}
