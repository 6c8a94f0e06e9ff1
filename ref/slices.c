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

/*@ // Dimensions of the moved tensor: shared with data and indices, of data before the axis, of
    // indices from k on, and of data after the axis from q on.
    predicate shares{L, Old}(struct ref_map *m, struct ref_case *c, integer shared) =
      \forall integer d; 0 <= d < shared ==>
        is_dimension{L}(m, d, \at(c->indices.shape[d], Old),
                        \at(inner(&c->data.shape[0], d + 1, c->data.ndim), Old),
                        \at(inner(&c->indices.shape[0], d + 1, c->indices.ndim), Old));
    predicate goes_before{L, Old}(struct ref_map *m, struct ref_case *c, integer shared,
                                  integer axis) =
      \forall integer d; shared <= d < axis ==>
        is_dimension{L}(m, d, \at(c->data.shape[d], Old),
                        \at(inner(&c->data.shape[0], d + 1, c->data.ndim), Old), 0);
    predicate is_of_indices{L, Old}(struct ref_map *m, struct ref_case *c, integer shared,
                                    integer offset) =
      \forall integer i; shared <= i < \at(c->indices.ndim, Old) ==>
        is_dimension{L}(m, i + offset, \at(c->indices.shape[i], Old), 0,
          \at(inner(&c->indices.shape[0], i + 1, c->indices.ndim), Old));
    predicate goes_after{L, Old}(struct ref_map *m, struct ref_case *c, integer axis,
                                 integer offset) =
      \forall integer d; axis < d < \at(c->data.ndim, Old) ==>
        is_dimension{L}(m, d + offset, \at(c->data.shape[d], Old),
          \at(inner(&c->data.shape[0], d + 1, c->data.ndim), Old), 0);
    // Operands are those of the case, and the dimensions follow them.
    predicate known{L, Old}(struct ref_operands *o, struct ref_case *c, integer shared,
                            integer axis) =
      indices_of{L, Old}(o, c) && data_of{L, Old}(o, c) && 0 <= shared <= axis &&
      shared <= \at(c->indices.ndim, Old) <= GAT_MAX_RANK &&
      axis < \at(c->data.ndim, Old) <= GAT_MAX_RANK;
    lemma shares_both_one{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis, d; known{L, Old}(o, c, shared, axis) &&
      0 <= d < shared && follows_both{L}(m, o, d, 0) ==>
      \at(m->shape[d], L) == \at(c->indices.shape[d], Old) &&
      \at(m->in_data[d], L) == \at(inner(&c->data.shape[0], d + 1, c->data.ndim), Old) &&
      \at(m->in_indices[d], L) == \at(inner(&c->indices.shape[0], d + 1, c->indices.ndim), Old);
    lemma shares_both{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis; known{L, Old}(o, c, shared, axis) &&
      (\forall integer d; 0 <= d < shared ==> follows_both{L}(m, o, d, 0)) ==>
      shares{L, Old}(m, c, shared);
    lemma before_data_one{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis, d; known{L, Old}(o, c, shared, axis) &&
      shared <= d < axis && follows_data{L}(m, o, d, 0) ==>
      \at(m->shape[d], L) == \at(c->data.shape[d], Old) &&
      \at(m->in_data[d], L) == \at(inner(&c->data.shape[0], d + 1, c->data.ndim), Old) &&
      \at(m->in_indices[d], L) == 0;
    lemma before_data{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis; known{L, Old}(o, c, shared, axis) &&
      (\forall integer d; shared <= d < axis ==> follows_data{L}(m, o, d, 0)) ==>
      goes_before{L, Old}(m, c, shared, axis);
    lemma of_all_indices_one{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis, offset, i, k; known{L, Old}(o, c, shared, axis) &&
      shared <= i < \at(c->indices.ndim, Old) && k == i + offset &&
      follows_indices{L}(m, o, k, offset) ==>
      \at(m->shape[k], L) == \at(c->indices.shape[i], Old) && \at(m->in_data[k], L) == 0 &&
      \at(m->in_indices[k], L) == \at(inner(&c->indices.shape[0], i + 1, c->indices.ndim), Old);
    lemma of_all_indices{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis, offset; known{L, Old}(o, c, shared, axis) &&
      (\forall integer k; shared + offset <= k < \at(c->indices.ndim, Old) + offset ==>
         follows_indices{L}(m, o, k, offset)) ==>
      is_of_indices{L, Old}(m, c, shared, offset);
    lemma after_data_one{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis, offset, i, k; known{L, Old}(o, c, shared, axis) &&
      axis + 1 <= i < \at(c->data.ndim, Old) && k == i + offset &&
      follows_data{L}(m, o, k, offset) ==>
      \at(m->shape[k], L) == \at(c->data.shape[i], Old) &&
      \at(m->in_data[k], L) == \at(inner(&c->data.shape[0], i + 1, c->data.ndim), Old) &&
      \at(m->in_indices[k], L) == 0;
    lemma after_data{L, Old}: \forall struct ref_map *m, struct ref_operands *o,
      struct ref_case *c, integer shared, axis, offset; known{L, Old}(o, c, shared, axis) &&
      (\forall integer k; axis + 1 + offset <= k < \at(c->data.ndim, Old) + offset ==>
         follows_data{L}(m, o, k, offset)) ==>
      goes_after{L, Old}(m, c, axis, offset);
*/
/*@ requires \valid_read(c) && \valid(a) && \separated(a, c);
    requires 1 <= c->data.ndim <= GAT_MAX_RANK && 0 <= c->indices.ndim <= GAT_MAX_RANK;
    requires 0 <= a->batch_dims == shared <= a->axis < c->data.ndim && shared <= c->indices.ndim;
    requires c->data.ndim - 1 + c->indices.ndim - shared <= GAT_MAX_RANK;
    requires inner_fits(&c->data.shape[0], c->data.ndim) &&
             inner_fits(&c->indices.shape[0], c->indices.ndim);
    terminates \true;
    assigns a->map, a->depth, a->along[0], a->places[0];
    ensures rank: a->map.rank == \old(c->data.ndim) - 1 + \old(c->indices.ndim) - shared &&
      a->map.partly == 0;
    ensures batch: shares{Here, Old}(&a->map, c, shared);
    ensures before: goes_before{Here, Old}(&a->map, c, shared, \old(a->axis));
    ensures index: is_of_indices{Here, Old}(&a->map, c, shared, \old(a->axis) - shared);
    ensures after:
      goes_after{Here, Old}(&a->map, c, \old(a->axis), \old(c->indices.ndim) - shared - 1);
    ensures named: a->depth == 1 && a->along[0] == \old(a->axis) && a->map.inside[0] == -1;
    ensures places: a->places[0] == \old(c->data.shape[a->axis]) &&
      a->map.step[0] == \old(inner(&c->data.shape[0], a->axis + 1, c->data.ndim));
*/
static void slices(const struct ref_case *c, struct ref_answer *a, int64_t shared)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    int64_t axis = a->axis;
    ref_operands_of(&o, c);
    ref_formula_start(a);
    //@ assert known: known{Here, Pre}(&o, c, shared, axis);
    ref_along_both(m, &o, 0, a->batch_dims); /* p */
    //@ assert known: known{Here, Pre}(&o, c, shared, axis);
    //@ assert \forall integer d; 0 <= d < shared ==> follows_both(m, &o, d, 0);
    //@ assert batch: shares{Here, Pre}(m, c, shared);
    ref_along_data(m, &o, a->batch_dims, axis); /* o */
    //@ assert batch: shares{Here, Pre}(m, c, shared);
    //@ assert known: known{Here, Pre}(&o, c, shared, axis);
    //@ assert \forall integer d; shared <= d < axis ==> follows_data(m, &o, d, 0);
    //@ assert before: goes_before{Here, Pre}(m, c, shared, axis);
    ref_along_indices(m, &o, shared, c->indices.ndim); /* k */
    //@ assert batch: shares{Here, Pre}(m, c, shared);
    //@ assert before: goes_before{Here, Pre}(m, c, shared, axis);
    //@ assert known: known{Here, Pre}(&o, c, shared, axis);
    /*@ assert \forall integer k;
          shared + (axis - shared) <= k < \at(c->indices.ndim, Pre) + (axis - shared) ==>
          follows_indices(m, &o, k, axis - shared); */
    //@ assert index: is_of_indices{Here, Pre}(m, c, shared, axis - shared);
    //@ ghost int64_t offset = m->rank - (axis + 1);
    //@ assert offset: offset == \at(c->indices.ndim, Pre) - shared - 1;
    ref_along_data(m, &o, axis + 1, c->data.ndim); /* q */
    //@ assert batch: shares{Here, Pre}(m, c, shared);
    //@ assert before: goes_before{Here, Pre}(m, c, shared, axis);
    //@ assert index: is_of_indices{Here, Pre}(m, c, shared, axis - shared);
    //@ assert known: known{Here, Pre}(&o, c, shared, axis);
    /*@ assert \forall integer k; axis + 1 + offset <= k < m->rank ==>
          follows_data(m, &o, k, offset); */
    /*@ assert \forall integer k; axis + 1 + offset <= k < \at(c->data.ndim, Pre) + offset ==>
          follows_data(m, &o, k, offset); */
    //@ assert after: goes_after{Here, Pre}(m, c, axis, offset);
    //@ assert after: goes_after{Here, Pre}(m, c, axis, \at(c->indices.ndim, Pre) - shared - 1);
    ref_named(a, &o, axis, 1);
    //@ assert index: is_of_indices{Here, Pre}(m, c, shared, axis - shared);
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
