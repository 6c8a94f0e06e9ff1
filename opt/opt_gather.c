/* opt_gather.c - gather by rows.
 *
 * Data collapse to outer x axis x row, a row being all that lies behind the axis.
 * One loop body is compiled once per common row size, so that such rows move in
 * registers; larger ones go through memcpy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "opt.h"

struct rows {
    char *to;
    const char *from;
    const struct gat_array *indices;
    int64_t batch, outer, axis, picks; /* outer: per batch */
    size_t size;                       /* bytes of a row */
};

static inline void move(const struct rows *r, size_t size)
{
    char *restrict to = r->to;
    const char *restrict slice = r->from;
    size_t slice_size = (size_t)r->axis * size;
    for (int64_t b = 0; b < r->batch; b++) {
        int64_t first = b * r->picks, end = first + r->picks;
        for (int64_t o = 0; o < r->outer; o++, slice += slice_size)
            for (int64_t k = first; k < end; k++, to += size) {
                int64_t p = opt_fold(gat_array_index(r->indices, k), r->axis);
                memcpy(to, slice + (size_t)p * size, size);
            }
    }
}

static void move_sized(const struct rows *r)
{
    switch (r->size) {
    case 1:
        move(r, 1);
        break;
    case 2:
        move(r, 2);
        break;
    case 4:
        move(r, 4);
        break;
    case 8:
        move(r, 8);
        break;
    case 16:
        move(r, 16);
        break;
    case 32:
        move(r, 32);
        break;
    case 64:
        move(r, 64);
        break;
    default:
        move(r, r->size);
    }
}

static int64_t product(const int64_t *shape, int64_t from, int64_t to)
{
    int64_t n = 1;
    while (from < to)
        n *= shape[from++];
    return n;
}

static bool gather_run(const struct ref_case *c, const struct ref_answer *a)
{
    int64_t extent = c->data.shape[a->axis];
    if (!opt_indices_plain(c, extent))
        return false;
    size_t row = (size_t)product(c->data.shape, a->axis + 1, c->data.ndim);
    if (row == 0)
        return true;
    struct rows r = {
        .to = a->output.data,
        .from = c->data.data,
        .indices = &c->indices,
        .batch = product(c->data.shape, 0, a->batch_dims),
        .outer = product(c->data.shape, a->batch_dims, a->axis),
        .axis = extent,
        .picks = product(c->indices.shape, a->batch_dims, c->indices.ndim),
        .size = row * gat_dtype_size(c->data.dtype),
    };
    if (r.axis > 0 && r.picks > 0)
        move_sized(&r);
    return true;
}

OPT_KERNEL(gather) = {.name = "gather", .run = gather_run};
