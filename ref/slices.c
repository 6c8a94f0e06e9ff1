/* slices.c - gather and scatter_slices: an index names a whole slice of data across one axis.
 *
 * For coordinates p shared by data and indices (batch_dims of them), o of data before the axis,
 * k of indices and q of data after the axis:
 *
 *     gather:          output[p, o, k, q] = data[p, o, indices[p, k], q]
 *     scatter_slices:  output = data;  output[o, indices[k], q] = updates[o, k, q]
 *
 * or the update is combined with what is there (reduce.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

static void slices(const struct ref_case *c, struct ref_answer *a, int64_t shared)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    ref_operands_of(&o, c);
    ref_formula_start(a);
    ref_along_both(m, &o, 0, a->batch_dims);           /* p */
    ref_along_data(m, &o, a->batch_dims, a->axis);     /* o */
    ref_along_indices(m, &o, shared, c->indices.ndim); /* k */
    ref_along_data(m, &o, a->axis + 1, c->data.ndim);  /* q */
    ref_named(a, &o, a->axis, 1);
}

/* gather, by these documents and clauses (`gatherum explain gather/onnx-13` prints them):
 *   ONNX Gather 1, 11, 13, https://onnx.ai/onnx/operators/onnx__Gather.html
 *     value slices value-axis-0 value-axis-1 axis-place output-rank output-type
 *   TensorFlow tf.gather, https://www.tensorflow.org/api_docs/python/tf/gather
 *     value batches output-shape output-type
 *   NumPy take with an axis, https://numpy.org/doc/stable/reference/generated/numpy.take.html
 *     value indexing out-shape out-type
 *   torch.index_select, https://docs.pytorch.org/docs/stable/generated/torch.index_select.html
 *     value out-rank out-extents out-type
 *   and the like of jax.numpy.take, mindspore.ops.gather, pypto.index_select, aclnnGatherV2,
 *   aclnnGatherV3, aclnnIndexSelect and aclnnEmbedding: specs/gather */
static void gather_check(const struct ref_case *c, struct ref_answer *a)
{
    int64_t shared = 0;
    if (c->data.ndim == 0) /* no axis to gather along */
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (ref_check_axis(c, a, c->data.ndim))
        shared = ref_check_batch(c, a, c->indices.ndim, a->axis);
    slices(c, a, shared);
    ref_check_gathered(c, a);
}

REF_GATHER(gather, .naming = REF_NAMES_SLICES);

/* scatter_slices, by these documents and clauses:
 *   torch.Tensor.index_add_,
 *   https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_add_.html
 *     dim-0 dim-1 dim-2 sum result
 *   torch.Tensor.index_copy_,
 *   https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_copy_.html
 *     value dim-1 dim-2 result
 *   torch.Tensor.index_reduce_,
 *   https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_reduce_.html
 *     dim-0 dim-1 dim-2 prod mean amax amin include-self without-self result
 *   NumPy integer array indexing, https://numpy.org/doc/stable/user/basics.indexing.html
 *     value rest result
 *   numpy.ufunc.at, https://numpy.org/doc/stable/reference/generated/numpy.ufunc.at.html
 *     value accumulates result
 *   and aclnnIndexAdd: specs/scatter_slices */
static void scatter_slices_check(const struct ref_case *c, struct ref_answer *a)
{
    ref_output_like_data(c, a);
    if (c->data.ndim == 0) { /* no axis to place slices along */
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return;
    }
    if (!ref_check_axis(c, a, c->data.ndim))
        return;
    slices(c, a, 0);
    ref_check_updates(c, a);
}

REF_SCATTER(scatter_slices, .naming = REF_NAMES_SLICES);
