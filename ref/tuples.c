/* tuples.c - gather_nd and scatter_nd: the last dimension of indices holds tuples of coordinates.
 *
 * For coordinates p shared by data and indices (batch_dims of them), t of the other dimensions
 * of indices but the last, whose extent is k, and q of data after p and k dimensions more:
 *
 *     gather_nd:   output[p, t, q] = data[p, indices[p, t, 0], ..., indices[p, t, k-1], q]
 *     scatter_nd:  output = data;  output[indices[t, 0], ..., indices[t, k-1], q] = updates[t, q]
 *
 * or the update is combined with what is there (reduce.c).  k may be 0: a tuple then names all
 * that its batch holds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

/* `slice` is the first dimension of data that no tuple indexes. */
static void tuples(const struct ref_case *c, struct ref_answer *a, int64_t slice)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    ref_operands_of(&o, c);
    ref_formula_start(a);
    ref_along_both(m, &o, 0, a->batch_dims);                      /* p */
    ref_along_indices(m, &o, a->batch_dims, c->indices.ndim - 1); /* t */
    ref_along_data(m, &o, slice, c->data.ndim);                   /* q */
    ref_named(a, &o, a->axis, slice - a->axis);
}

/* Ranks, batches and the length of tuples, into a->batch_dims and a->axis, the first
 * dimension that a tuple indexes.  Returns the first dimension of data after those. */
static int64_t check_operands(const struct ref_case *c, struct ref_answer *a)
{
    int32_t q = c->indices.ndim, r = c->data.ndim;
    if (q == 0) { /* no dimension to hold a tuple */
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return r;
    }
    int64_t b = ref_check_batch(c, a, q - 1, r), k = c->indices.shape[q - 1];
    if (b > r)
        return r;
    if (k > r - b) {
        ref_impossible(c, a, REF_bad_depth, GAT_E_INVALID);
        return r;
    }
    if (k == 0 && ref_rule(c, a, REF_empty_tuple) != REF_EMPTY_ALLOWED)
        ref_broken(c, a, REF_empty_tuple, GAT_E_INVALID);
    a->axis = b;
    return b + k;
}

/* gather_nd, by these documents and clauses:
 *   ONNX GatherND 11, 12, 13, https://onnx.ai/onnx/operators/onnx__GatherND.html
 *     value whole part no-relation batches batch-bounds output-rank output-rank-batches output-type
 *   TensorFlow tf.gather_nd, https://www.tensorflow.org/api_docs/python/tf/gather_nd
 *     value scalars slices batches output-shape output-type
 *   JAX at[].get, https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
 *     value elements slices output-shape output-type
 *   and the like of mindspore.ops.gather_nd and aclnnGatherNd: specs/gather_nd */
static void gather_nd_check(const struct ref_case *c, struct ref_answer *a)
{
    tuples(c, a, check_operands(c, a));
    ref_check_gathered(c, a);
}

REF_GATHER(gather_nd, .naming = REF_NAMES_TUPLES);

/* scatter_nd, by these documents and clauses:
 *   ONNX ScatterND 11, 13, 16, 18, https://onnx.ai/onnx/operators/onnx__ScatterND.html
 *     value whole part copy output-shape output-type
 *   TensorFlow tf.tensor_scatter_nd_update and its kin,
 *   https://www.tensorflow.org/api_docs/python/tf/tensor_scatter_nd_update
 *     value copy combined elements slices output-shape output-type
 *   TensorFlow tf.scatter_nd, https://www.tensorflow.org/api_docs/python/tf/scatter_nd
 *     value elements slices output-shape output-type
 *   JAX at[].set, https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
 *     value copy set add multiply min max output-shape output-type
 *   and the like of mindspore.ops.TensorScatterUpdate and aclnnScatterNd: specs/scatter_nd */
static void scatter_nd_check(const struct ref_case *c, struct ref_answer *a)
{
    ref_output_like_data(c, a);
    tuples(c, a, check_operands(c, a));
    ref_check_updates(c, a);
}

REF_SCATTER(scatter_nd, .naming = REF_NAMES_TUPLES);
