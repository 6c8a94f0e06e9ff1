/* tiling.c - does the axis lie whole in one tile, and do the tiles fit.
 *
 * A call may state a view shape, by which the framework cuts the tensors into
 * views, and a tile shape, by which the device cuts a view.  The rule whole_axis,
 * in words: a stated shape has the rank of data and of indices, and positive
 * extents; the view holds the axis of data and of indices whole; and one step needs
 * on-chip memory for an index tile and an output tile of the tile shape as stated,
 * and for a data tile of that shape but with data's whole extent along the axis; the
 * bytes of the three together may not exceed the buffer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "demands.h"
#include "dtype.h"

static bool shape_fits(const struct ref_case *c, const struct ref_list *shape)
{
    bool good = shape->count > 0 && shape->count == c->indices.ndim && shape->count == c->data.ndim;
    for (int32_t d = 0; d < shape->count; d++)
        good &= shape->value[d] > 0;
    return good;
}

static bool view_fits(const struct ref_case *c, const struct ref_answer *a)
{
    int64_t axis = a->axis;
    const struct ref_list *view = &c->lists[REF_view_shape];
    return shape_fits(c, view) && view->value[axis] >= c->data.shape[axis] &&
           view->value[axis] >= c->indices.shape[axis];
}

/* Adds count * esize bytes, where the tile's extent along `axis` is `extent`. */
static bool add_tile(const struct ref_case *c, int64_t axis, int64_t extent,
                     enum gat_dtype t, int64_t *total)
{
    int64_t bytes = (int64_t)gat_dtype_size(t);
    bool good = true;
    const struct ref_list *tile = &c->lists[REF_tile_shape];
    for (int32_t d = 0; d < tile->count; d++)
        good &= !__builtin_mul_overflow(bytes, d == axis ? extent : tile->value[d], &bytes);
    good &= !__builtin_add_overflow(*total, bytes, total);
    return good;
}

int64_t ref_tile_bytes(const struct ref_case *c, int64_t axis)
{
    int64_t total = 0, stated = c->lists[REF_tile_shape].value[axis];
    bool good = add_tile(c, axis, stated, c->indices.dtype, &total);
    good &= add_tile(c, axis, stated, c->data.dtype, &total);
    good &= add_tile(c, axis, c->data.shape[axis], c->data.dtype, &total);
    return good ? total : INT64_MAX;
}

void ref_check_tiling(const struct ref_case *c, struct ref_answer *a)
{
    bool view = c->lists[REF_view_shape].given, tile = c->lists[REF_tile_shape].given;
    if (!view && !tile)
        return;
    bool good = (!view || view_fits(c, a)) &&
                (!tile || shape_fits(c, &c->lists[REF_tile_shape]));
    int64_t bytes = good && tile ? ref_tile_bytes(c, a->axis) : 0;
    int64_t most = c->rules->value[REF_buffer_size];
    /* As for every limit, it counts as consulted where it is reached. */
    if (most > 0 && bytes >= most && bytes > ref_rule(c, a, REF_buffer_size))
        good = false;
    if (!good && ref_rule(c, a, REF_tiling) == REF_TILING_WHOLE_AXIS)
        ref_broken(c, a, REF_bad_tiling, GAT_E_INVALID);
}
