/* tensor_scatter.c - each batch of data gets one window of updates along the axis, which begins
 * where its index says.
 *
 * For coordinates b of the first dimension, p and q before and after the axis, and t of
 * updates along it:
 *
 *     output = data;  output[b, p, indices[b] + t, q] = updates[b, p, t, q]
 *
 * where with out_of_range: wrap the coordinate counts modulo the extent.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

static void tensor_scatter(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    int64_t axis = a->axis, extent = c->updates.shape[axis];
    ref_operands_of(&o, c);
    ref_formula_start(a);
    ref_along_both(m, &o, 0, 1);                   /* b */
    ref_along_data(m, &o, 1, axis);                /* p */
    ref_dimension(m, &o, extent, axis, -1);        /* t */
    ref_along_data(m, &o, axis + 1, c->data.ndim); /* q */
    ref_named_one(a, &o, axis, c->data.shape[axis] - extent + 1);
    ref_named_inside(a);
}

/* ONNX TensorScatter 24, https://onnx.ai/onnx/operators/onnx__TensorScatter.html
 *     value batch copy result */
static void tensor_scatter_check(const struct ref_case *c, struct ref_answer *a)
{
    ref_output_like_data(c, a);
    if (c->data.ndim == 0 || c->updates.ndim != c->data.ndim || c->indices.ndim != 1) {
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return;
    }
    if (!ref_check_axis(c, a, c->data.ndim))
        return;
    tensor_scatter(c, a);
    if (a->axis == 0) /* the batches */
        ref_impossible(c, a, REF_bad_axis, GAT_E_INVALID);
    else if (c->indices.shape[0] != c->data.shape[0] || a->places[0] < 1)
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    else
        ref_check_updates(c, a);
}

REF_SCATTER(tensor_scatter, .naming = REF_NAMES_WINDOWS);
