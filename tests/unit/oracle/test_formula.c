/* test_formula.c - which element is where, against each operator's formula written once more.
 *
 * Drawn questions: the coordinates that the formula of the document gives for an element are
 * found here from the coordinates themselves, with no step, row or run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"
#include "prng.h"

static struct gat_prng prng;

static int64_t draw(int64_t n)
{
    return (int64_t)(gat_prng_next(&prng) % (uint64_t)n);
}

static int64_t ordinal(int64_t rank, const int64_t *shape, const int64_t *at)
{
    int64_t n = 0;
    for (int64_t d = 0; d < rank; d++)
        n = n * shape[d] + at[d];
    return n;
}

/* The index at these coordinates, counted from the front; its position into *first, if none
 * was there before. */
static int64_t index_at(const struct ref_case *c, const int64_t *at, int64_t extent, int64_t *first)
{
    int64_t n = ordinal(c->indices.ndim, c->indices.shape, at), i = gat_array_index(&c->indices, n);
    *first = *first < 0 ? n : *first;
    return i < 0 ? i + extent : i;
}

/* data[...]: the formula of each operator, from the coordinates `at` of the moved tensor. */
static int64_t formula(const struct question *q, const int64_t *at, int64_t *first)
{
    const struct ref_case *c = &q->c;
    int64_t to[GAT_MAX_RANK] = {0}, of[GAT_MAX_RANK + 1], axis = q->a.axis, b = q->a.batch_dims;
    int32_t r = c->data.ndim, n = c->indices.ndim;
    memcpy(of, at, sizeof(int64_t) * GAT_MAX_RANK);
    switch (c->kernel->naming) {
    case REF_NAMES_SLICES: /* [p, o, k, q] */
        for (int64_t d = 0; d < axis; d++)
            to[d] = at[d];
        for (int64_t d = b; d < n; d++)
            of[d] = at[axis + d - b];
        to[axis] = index_at(c, of, c->data.shape[axis], first);
        for (int64_t d = axis + 1; d < r; d++)
            to[d] = at[d - 1 + n - b];
        break;
    case REF_NAMES_TUPLES: /* [p, t, q] */
        for (int64_t d = 0; d < b; d++)
            to[d] = at[d];
        for (int64_t j = 0; j < c->indices.shape[n - 1]; j++) {
            of[n - 1] = j;
            to[b + j] = index_at(c, of, c->data.shape[b + j], first);
        }
        for (int64_t d = b + c->indices.shape[n - 1], k = n - 1; d < r; d++, k++)
            to[d] = at[k];
        break;
    case REF_NAMES_PLACES:
        return index_at(c, at, gat_array_count(&c->data), first);
    case REF_NAMES_ELEMENTS:
    case REF_NAMES_WINDOWS: /* [b, p, t, q] */
    case REF_NAMES_BOXES:
    default:
        memcpy(to, at, sizeof to);
        for (int32_t d = 0; c->kernel->naming == REF_NAMES_ELEMENTS && d < r; d++) {
            to[d] = at[d] % c->data.shape[d]; /* where one is repeated */
            of[d] = at[d] % c->indices.shape[d];
        }
        if (c->kernel->naming == REF_NAMES_WINDOWS)
            to[axis] += index_at(c, of, 0, first);
        else
            to[axis] = index_at(c, of, c->data.shape[axis], first);
    }
    return ordinal(r, c->data.shape, to);
}

static void element_asked(const struct question *q, const struct gat_array *moved, int64_t k,
                          bool *good)
{
    int64_t at[GAT_MAX_RANK], first = -1;
    gat_shape_unravel(moved->ndim, moved->shape, k, at);
    int64_t want = formula(q, at, &first);
    *good &= ref_first_index(&q->c, &q->a, k) == first;
    if (q->c.kernel->scatters)
        *good &= ref_target_of(&q->c, &q->a, k) == want;
    else
        *good &= ref_source_of(&q->c, &q->a, k).element == want &&
                 memcmp((const char *)q->a.output.data + 4 * k,
                        (const char *)q->c.data.data + 4 * want, 4) == 0;
}

static void text_of(char *text, size_t size, int32_t rank, const int64_t *shape)
{
    size_t used = 0;
    for (int32_t d = 0; d < rank; d++)
        used += (size_t)snprintf(text + used, size - used, d > 0 ? ",%lld" : "%lld",
                                 (long long)shape[d]);
    snprintf(text + used, size - used, ":");
}

/* Shapes of a question of rank r that the operator takes; the extent that indices are below. */
struct shapes {
    int32_t r, n, m; /* of data, indices, updates */
    int64_t data[GAT_MAX_RANK], indices[GAT_MAX_RANK], updates[GAT_MAX_RANK];
    int64_t axis, batch, least;
    bool repeats;
};

static void append(int32_t *rank, int64_t *shape, int64_t extent)
{
    shape[(*rank)++] = extent;
}

/* Off the axis one operand of two has one place for all of the other, if it is not as many; in a
 * scatter it is indices, and updates lack some of the first dimensions, or have one place there. */
static void elements_repeat(struct shapes *s, bool scatters)
{
    s->m = (int32_t)draw(s->r + 1);
    for (int32_t d = 0; d < s->r; d++) {
        int64_t how = draw(3), before = s->r - s->m;
        if (d != s->axis) {
            s->indices[d] = how == 0 ? 1 : s->data[d];
            s->data[d] = how == 1 && !scatters ? 1 : s->data[d];
        }
        if (d >= before)
            s->updates[d - before] = draw(2) == 0      ? 1
                                     : d == s->axis ? s->indices[d]
                                                    : s->data[d];
    }
}

static void shapes_draw(struct shapes *s, enum ref_naming naming, bool scatters)
{
    memset(s, 0, sizeof *s);
    s->r = 1 + (int32_t)draw(4);
    s->axis = draw(s->r);
    for (int32_t d = 0; d < s->r; d++)
        s->data[d] = 1 + draw(4);
    s->batch = scatters ? 0 : naming == REF_NAMES_SLICES ? draw(s->axis + 1) : draw(s->r);
    if (naming == REF_NAMES_WINDOWS) {
        append(&s->r, s->data, 1 + draw(4)); /* an axis after the batches */
        s->axis = 1 + draw(s->r - 1);
        append(&s->n, s->indices, s->data[0]);
        memcpy(s->updates, s->data, sizeof s->updates);
        s->m = s->r;
        s->updates[s->axis] = 1 + draw(s->data[s->axis]);
        return;
    }
    if (naming == REF_NAMES_ELEMENTS) {
        s->batch = 0;
        for (int32_t d = 0; d < s->r; d++)
            append(&s->n, s->indices, d == s->axis ? 1 + draw(5) : 1 + draw(s->data[d]));
        memcpy(s->updates, s->indices, sizeof s->updates);
        for (int32_t d = 0; d < s->r; d++) /* which may reach farther */
            append(&s->m, s->updates, s->indices[d] + draw(2));
        s->repeats = draw(2) == 0;
        if (s->repeats)
            elements_repeat(s, scatters);
        return;
    }
    for (int64_t d = 0; d < s->batch; d++)
        append(&s->n, s->indices, s->data[d]);
    for (int64_t d = draw(3); d > 0; d--)
        append(&s->n, s->indices, 1 + draw(3));
    if (naming == REF_NAMES_SLICES) {
        for (int64_t d = 0; d < s->axis; d++)
            append(&s->m, s->updates, s->data[d]);
        for (int32_t d = 0; d < s->n; d++)
            append(&s->m, s->updates, s->indices[d]);
        for (int64_t d = s->axis + 1; d < s->r; d++)
            append(&s->m, s->updates, s->data[d]);
    } else if (naming == REF_NAMES_TUPLES) {
        int64_t k = draw(s->r - s->batch + 1);
        for (int32_t d = 0; d < s->n; d++)
            append(&s->m, s->updates, s->indices[d]);
        for (int64_t d = s->batch + k; d < s->r; d++)
            append(&s->m, s->updates, s->data[d]);
        append(&s->n, s->indices, k);
    } else { /* REF_NAMES_PLACES */
        s->batch = 0;
        memcpy(s->updates, s->indices, sizeof s->updates);
        s->m = s->n;
    }
}

/* What moves: updates as they are, or broadcast to indices, which are repeated off the axis. */
static struct gat_array moved_of(const struct question *q, const struct shapes *s)
{
    struct gat_array moved = q->c.kernel->scatters ? q->c.updates : q->a.output;
    if (!s->repeats || !q->c.kernel->scatters)
        return moved;
    moved = q->c.indices;
    for (int32_t d = 0; d < s->r; d++)
        moved.shape[d] = d == s->axis ? s->indices[d] : s->data[d];
    return moved;
}

static void update_asked(const struct question *q, const struct gat_array *moved, int64_t u,
                         bool *good)
{
    const struct gat_array *t = &q->c.updates;
    int64_t at[GAT_MAX_RANK], own[GAT_MAX_RANK] = {0};
    gat_shape_unravel(moved->ndim, moved->shape, u, at);
    for (int32_t d = 0; d < t->ndim; d++)
        own[d] = at[moved->ndim - t->ndim + d] % t->shape[d];
    int64_t element = ordinal(t->ndim, t->shape, own), first = ref_update_first(&q->a, element);
    *good &= ref_update_element(&q->c, &q->a, u) == element && first <= u &&
             ref_update_element(&q->c, &q->a, first) == element;
}

static bool question_drawn(const char *kernel)
{
    char data[80], indices[80], updates[80], settings[200];
    const struct ref_kernel *k = ref_kernel_find(kernel);
    struct question q;
    struct shapes s;
    shapes_draw(&s, k->naming, k->scatters);
    text_of(data, sizeof data, s.r, s.data);
    text_of(indices, sizeof indices, s.n, s.indices);
    text_of(updates, sizeof updates, s.m, s.updates);
    snprintf(settings, sizeof settings,
             "axis=%lld batch=%lld batch_dims=allowed index_domain=wraps updates_sizes=at_least "
             "duplicates=last%s",
             (long long)s.axis, (long long)s.batch,
             !s.repeats      ? ""
             : k->scatters ? " off_axis=repeat updates_sizes=broadcast"
                           : " off_axis=broadcast");
    question_ask(&q, kernel, data, indices, k->scatters ? updates : NULL, NULL, settings);
    for (int64_t i = 0; i < gat_array_count(&q.c.indices); i++) {
        int64_t extent = ref_extent(&q.a, i), below = k->naming == REF_NAMES_WINDOWS ? 0 : extent;
        int64_t index = draw(below + extent) - below;
        memcpy((char *)q.c.indices.data + 8 * i, &index, 8);
    }
    for (int64_t i = 0; i < gat_array_count(&q.c.data); i++)
        memcpy((char *)q.c.data.data + 4 * i, &(int32_t){(int32_t)i}, 4);
    ref_run(&q.c, &q.a, q.scratch);
    struct gat_array moved = moved_of(&q, &s);
    bool good = q.a.demand == REF_MUST_SUCCEED, larger = k->scatters && !s.repeats;
    for (int64_t e = 0; good && e < gat_array_count(&moved); e++) {
        int64_t at[GAT_MAX_RANK];
        bool beyond = false;
        gat_shape_unravel(moved.ndim, moved.shape, e, at);
        for (int32_t d = 0; k->naming == REF_NAMES_ELEMENTS && larger && d < s.n; d++)
            beyond |= at[d] >= s.indices[d];
        if (beyond)
            good = ref_target_of(&q.c, &q.a, e) < 0 && ref_first_index(&q.c, &q.a, e) == -1;
        else
            element_asked(&q, &moved, e, &good);
        if (k->scatters)
            update_asked(&q, &moved, e, &good);
    }
    if (!good)
        printf("# %s: data %s indices %s updates %s %s\n", kernel, data, indices, updates,
               settings);
    question_free(&q);
    return good;
}

/* An index outside, of which an error is due. */
static void refused(const char *kernel, const char *updates)
{
    struct question q;
    question_ask(&q, kernel, "3: 1 2 3", "1: 5", updates, NULL, "axis=0 out_of_range=error");
    ref_run(&q.c, &q.a, q.scratch);
    ok(q.a.demand == REF_MUST_REPORT && ref_first_index(&q.c, &q.a, 0) == -1 &&
           ref_target_of(&q.c, &q.a, 0) == -1,
       "%s: where an error is due no element is named", kernel);
    question_free(&q);
}

/* Operands that can be, with an output of `indices` rows of 2^31 elements, which cannot; only
 * shapes are read. */
static void too_large(int64_t indices)
{
    struct question q;
    question_ask(&q, "gather", "3: 1 2 3", "1: 1", NULL, NULL, "axis=0");
    q.c.data.ndim = q.c.indices.ndim = 2;
    q.c.data.shape[0] = 2;
    q.c.data.shape[1] = INT64_C(1) << 31;
    q.c.indices.shape[0] = indices / 4;
    q.c.indices.shape[1] = 4;
    ref_check(&q.c, &q.a);
    ok(q.a.demand != REF_MUST_SUCCEED && q.a.output.shape[0] == 0,
       "an output of so many rows is not begun: %lld", (long long)indices);
    question_free(&q);
}

int main(void)
{
    static const char *const kernels[] = {"gather", "gather_elements", "gather_nd", "take",
                                          "scatter_slices", "scatter_elements", "scatter_nd",
                                          "put", "tensor_scatter"};
    prng = (struct gat_prng){.state = 1};
    for (unsigned k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        bool good = true;
        for (int n = 0; n < 2000 && good; n++)
            good = question_drawn(kernels[k]);
        ok(good, "%s: 2000 drawn questions", kernels[k]);
    }
    too_large(INT64_C(1) << 33); /* more elements than 64 bits count */
    too_large(INT64_C(1) << 29); /* more bytes than there are */
    refused("gather", NULL);
    refused("scatter_elements", "1: 7");
    return done();
}
