/* test_kin.c - drawn cases that follow another one as its kin or twin, squares, and views whose
 * dimensions can be told apart.
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

static struct gat_arena arena;

struct counts {
    unsigned kin, strangers, batches, shapes, squares, alike, as_many, turned, renewed[2], strays;
};

static bool same_shape(const struct gat_array *a, const struct gat_array *b)
{
    size_t n = a->ndim > 0 ? (size_t)a->ndim : 0;
    return a->ndim == b->ndim && memcmp(a->shape, b->shape, n * sizeof a->shape[0]) == 0;
}

/* A kin has as many elements as the case before it, in other shapes or with other batches. */
static void kin_count(const struct ref_case *c, const struct ref_case *before, struct counts *n)
{
    bool as_many = gat_array_count(&c->data) == gat_array_count(&before->data) &&
                   gat_array_count(&c->indices) == gat_array_count(&before->indices) &&
                   c->data.dtype == before->data.dtype && c->data.ndim == before->data.ndim;
    bool other = !same_shape(&c->data, &before->data);
    n->kin++;
    n->shapes += other;
    n->batches += c->batch_dims != before->batch_dims;
    n->strangers += !as_many || (!other && c->batch_dims == before->batch_dims);
}

/* Elements in which two operands of one shape differ; all must lie in the middle. */
static bool middle_differs(const struct gat_array *a, const struct gat_array *b, unsigned *strays)
{
    size_t size = gat_dtype_size(a->dtype);
    int64_t n = gat_array_count(a), differ = 0;
    const char *one = a->data, *other = b->data;
    for (int64_t k = 0; k < n; k++, one += size, other += size)
        if (memcmp(one, other, size) != 0) {
            *strays += k <= n / 3 || k > n / 3 * 2;
            differ++;
        }
    return differ > 0;
}

/* A twin has the content of the case before it, but for a stretch in the middle of data or of
 * updates. */
static void twin_count(const struct gat_member *m, const struct gat_member *before,
                       struct counts *n)
{
    const struct ref_case *c = &m->question, *other = &before->question;
    bool views = m->presentation == GAT_P_BROADCAST;
    if (m->test->content == 0 || c->data.dtype == GAT_STR || views)
        return;
    n->strays += m->placed != before->placed || m->test->content != before->name_hash;
    n->renewed[0] += middle_differs(&c->data, &other->data, &n->strays);
    if (c->updates.ndim >= 0)
        n->renewed[1] += middle_differs(&c->updates, &other->updates, &n->strays);
}

static bool is_square(const struct gat_array *t)
{
    for (int32_t d = 1; d < t->ndim; d++)
        if (t->shape[d] != t->shape[0])
            return false;
    return t->ndim > 1 && t->shape[0] > 1;
}

static bool has_extent(const struct gat_array *t, int32_t from, int64_t n)
{
    for (int32_t d = from; d < t->ndim; d++)
        if (t->shape[d] == n)
            return true;
    return false;
}

/* Do two dimensions of data, of which not all are alike, and one of indices have one extent? */
static bool is_alike(const struct gat_array *data, const struct gat_array *indices)
{
    for (int32_t d = 0; d < data->ndim; d++)
        if (data->shape[d] > 1 && has_extent(data, d + 1, data->shape[d]) &&
            has_extent(indices, 0, data->shape[d]))
            return !is_square(data);
    return false;
}

/* Can three dimensions of the operand be told apart by their order? */
static bool is_deep(const struct gat_array *t)
{
    unsigned n = 0;
    for (int32_t d = 0; d < t->ndim; d++)
        n += t->shape[d] > 1;
    return n > 2;
}

static struct counts counted(const char *name)
{
    struct counts n = {0};
    struct gat_error e = {0};
    const struct gat_point *p = gat_point_open(point_of(&home, name), 1, &arena, &e);
    for (unsigned k = 1; k < p->n_members; k++) {
        struct gat_arena scratch = {0};
        struct gat_member m, before;
        gat_member_make(p, k, 1, &scratch, &m);
        gat_member_make(p, k - 1, 1, &scratch, &before);
        if (strncmp(p->tests[k]->name + 4, "-kin-", 5) == 0) {
            if (strncmp(p->tests[k]->name, p->tests[k - 1]->name, 4) == 0)
                kin_count(&m.question, &before.question, &n);
            else
                n.strangers++;
        }
        twin_count(&m, &before, &n);
        n.turned += gat_presentations[p->members[k][2]].kind == GAT_PERMUTED &&
                    is_deep(&m.question.indices);
        n.squares += is_square(&m.question.data);
        n.alike += is_alike(&m.question.data, &m.question.indices);
        n.as_many += gat_array_count(&m.question.indices) > 1 && m.question.data.ndim == 1 &&
                     gat_array_count(&m.question.indices) == m.question.data.shape[0];
        gat_arena_free(&scratch);
    }
    return n;
}

int main(void)
{
    static const char *const points[] = {
        "gather/onnx-13/drawn/sizes",       "gather/tensorflow-2.x@cpu/drawn/sizes",
        "gather_nd/onnx-13/drawn/sizes",    "scatter_elements/onnx-18/drawn/sizes",
        "scatter_nd/onnx-18/drawn/sizes",   "scatter_slices/torch-index-add-2.x/drawn/sizes",
        "put/numpy-raise-2.x/drawn/sizes"};
    struct gat_options o = {.home = ".", .draw = "1300"};
    unsigned batches = 0, squares = 0, alike = 0, as_many = 0, turned = 0, updates = 0;
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    for (unsigned k = 0; k < sizeof points / sizeof points[0]; k++) {
        struct counts n = counted(points[k]);
        ok(n.kin > 10, "%s: kin follow (%u)", points[k], n.kin);
        ok(n.strangers == 0, "with as many elements, and something else (%u)", n.strangers);
        ok(n.shapes > 10, "in other shapes (%u)", n.shapes);
        ok(n.renewed[0] > 10 && n.strays == 0, "twins differ in the middle of data (%u, %u beside)",
           n.renewed[0], n.strays);
        updates += n.renewed[1];
        squares += n.squares;
        alike += n.alike;
        as_many += n.as_many;
        turned += k < 2 ? n.turned : 0; /* of slices */
        batches += n.batches;
    }
    ok(batches > 8, "or with fewer batches (%u)", batches);
    ok(updates > 40, "or of updates (%u)", updates);
    ok(squares > 20, "some data are square (%u)", squares);
    ok(alike > 310, "extents of data and indices are alike (%u)", alike);
    ok(as_many > 20, "some have as many indices as places (%u)", as_many);
    ok(turned > 8, "indices of three dimensions lie in other orders (%u)", turned);
    gat_arena_free(&arena);
    gat_catalog_free(&home);
    return done();
}
