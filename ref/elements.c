/* elements.c - gather_elements and scatter_elements: each index picks or hits one element.
 *
 *     gather_elements:   output[i] = data[i with i[axis] = indices[i]]
 *         where the rule off_axis repeats an operand, its own coordinate there is 0 for every i
 *     scatter_elements:  output = data;  output[i with i[axis] = indices[i]] = updates[i]
 *         where indices or updates are repeated, their own coordinate is 0 likewise
 *
 * or the update is combined with what is there (reduce.c).  A tensor of rank 0 takes part as
 * one of shape [1].
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

/*@ requires \valid_read(c) && \valid(a) && \separated(a, c);
    requires 0 <= c->data.ndim <= GAT_MAX_RANK && 0 <= c->indices.ndim <= GAT_MAX_RANK;
    requires 0 <= a->axis < GAT_MAX_RANK;
    requires inner_fits(&c->data.shape[0], c->data.ndim) &&
             inner_fits(&c->indices.shape[0], c->indices.ndim);
    requires a->axis < (c->data.ndim == 0 ? 1 : c->data.ndim);
    terminates \true;
    assigns a->map, a->depth, a->along[0], a->places[0];
    ensures rank: a->map.rank == \old(c->indices.ndim) && a->map.partly == 0;
    ensures extents: \forall integer d; 0 <= d < \old(c->indices.ndim) ==>
      a->map.shape[d] == \old(c->indices.shape[d]);
    ensures index: \forall integer d; 0 <= d < \old(c->indices.ndim) ==>
      a->map.in_indices[d] == inner{Old}(&c->indices.shape[0], d + 1, \old(c->indices.ndim));
    ensures axis: \old(a->axis) < \old(c->indices.ndim) ==> a->map.in_data[\old(a->axis)] == 0;
    ensures others: \forall integer d;
      0 <= d < \old(c->indices.ndim) && d < \old(c->data.ndim) && d != \old(a->axis) ==>
      a->map.in_data[d] == inner{Old}(&c->data.shape[0], d + 1, \old(c->data.ndim));
    ensures named: a->depth == 1 && a->along[0] == \old(a->axis) && a->map.inside[0] == -1;
    ensures places: \old(c->data.ndim) > 0 ==>
      a->places[0] == \old(c->data.shape[a->axis]) &&
      a->map.step[0] == inner{Old}(&c->data.shape[0], \old(a->axis) + 1, \old(c->data.ndim));
    ensures lifted: \old(c->data.ndim) == 0 ==> a->places[0] == 1 && a->map.step[0] == 1;
*/
static void elements(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    int64_t axis = a->axis;
    ref_operands_of(&o, c);
    ref_operands_lift(&o);
    ref_formula_start(a);
    //@ assert of_indices: indices_of{Here, Pre}(&o, c);
    //@ assert of_data: data_of{Here, Pre}(&o, c);
    /*@ loop invariant dimension: 0 <= d <= o.indices_rank && m->rank == d;
        loop invariant follow: \forall integer k; 0 <= k < d ==>
          is_dimension(m, k, o.indices[k], k == axis ? 0 : o.data_step[k], o.indices_step[k]);
        loop invariant of_indices: indices_of{Here, Pre}(&o, c);
        loop invariant of_data: data_of{Here, Pre}(&o, c);
        loop assigns d, m->rank, m->shape[0 .. GAT_MAX_RANK - 1],
          m->in_data[0 .. GAT_MAX_RANK - 1], m->in_indices[0 .. GAT_MAX_RANK - 1],
          m->follows[0 .. GAT_MAX_RANK - 1];
        loop variant o.indices_rank - d;
    */
    for (int32_t d = 0; d < o.indices_rank; d++)
        ref_dimension(m, &o, o.indices[d], d == axis ? -1 : d, d);
    //@ assert lifted: \at(c->data.ndim, Pre) == 0 ==> o.data[0] == 1 && o.data_step[0] == 1;
    ref_named(a, &o, axis, 1);
    //@ assert places: a->places[0] == o.data[axis] && m->step[0] == o.data_step[axis];
    /*@ assert places: \at(c->data.ndim, Pre) > 0 ==>
          a->places[0] == \at(c->data.shape[a->axis], Pre) && m->step[0] ==
            inner{Pre}(&c->data.shape[0], axis + 1, \at(c->data.ndim, Pre)); */
    /*@ assert follow: \forall integer k; 0 <= k < o.indices_rank ==>
          is_dimension(m, k, o.indices[k], k == axis ? 0 : o.data_step[k], o.indices_step[k]); */
    //@ assert of_indices: indices_of{Here, Pre}(&o, c);
    //@ assert of_data: data_of{Here, Pre}(&o, c);
    /*@ assert index: \forall integer d; 0 <= d < \at(c->indices.ndim, Pre) ==>
          m->shape[d] == \at(c->indices.shape[d], Pre) && m->in_indices[d] ==
            inner{Pre}(&c->indices.shape[0], d + 1, \at(c->indices.ndim, Pre)); */
    /*@ assert others: \forall integer k; 0 <= k < o.indices_rank && k != axis ==>
          m->in_data[k] == o.data_step[k]; */
    /*@ assert others: \forall integer d; 0 <= d < \at(c->data.ndim, Pre) &&
          d < \at(c->indices.ndim, Pre) && d != axis ==> m->in_data[d] ==
            inner{Pre}(&c->data.shape[0], d + 1, \at(c->data.ndim, Pre)); */
    a->map.rank = c->indices.ndim;
}

static const int64_t one[GAT_MAX_RANK] = {1};

static const int64_t *shape_of(const struct gat_array *t)
{
    return t->ndim == 0 ? one : t->shape;
}

/* Which operand has one place in a dimension off the axis, and stands there for as many as the
 * other has? */
enum repeated { NEITHER, INDICES, DATA };

/*@ logic integer off_axis{L}(struct ref_case *c) = c->rules->value[REF_off_axis];
    predicate indices_repeated{L}(struct ref_case *c, integer index, integer data) =
      off_axis(c) >= REF_SIZES_REPEAT && index == 1 && data != 1;
    predicate data_repeated{L}(struct ref_case *c, integer index, integer data) =
      off_axis(c) == REF_SIZES_BROADCAST && data == 1 && index != 1;
*/
/*@ requires \valid_read(c) && \valid_read(c->rules);
    terminates \true;
    assigns \nothing;
    ensures indices: \result == INDICES <==> indices_repeated(c, index, data);
    ensures data: \result == DATA <==> data_repeated(c, index, data);
    ensures neither: \result == NEITHER || \result == INDICES || \result == DATA;
*/
static enum repeated repeated(const struct ref_case *c, int64_t index, int64_t data)
{
    int64_t rule = c->rules->value[REF_off_axis];
    if (rule < REF_SIZES_REPEAT || index == data)
        return NEITHER;
    return index == 1 ? INDICES : data == 1 && rule == REF_SIZES_BROADCAST ? DATA : NEITHER;
}

/* The moved tensor goes on along a dimension in which the operand that is repeated stays: its
 * steps there are 0, and all others what they were. */
/*@ requires \valid(m) && \valid_read(c) && \valid_read(c->rules);
    requires \separated(m, c, c->rules) && 0 <= m->rank <= GAT_MAX_RANK;
    terminates \true;
    assigns m->shape[0 .. GAT_MAX_RANK - 1], m->in_data[0 .. GAT_MAX_RANK - 1],
            m->in_indices[0 .. GAT_MAX_RANK - 1], m->idle;
    ensures indices: \forall integer d; 0 <= d < m->rank && d != axis &&
      indices_repeated{Old}(c, \old(m->shape[d]), \old(c->data.shape[d])) ==>
      is_dimension(m, d, \old(c->data.shape[d]), \old(m->in_data[d]), 0);
    ensures data: \forall integer d; 0 <= d < m->rank && d != axis &&
      data_repeated{Old}(c, \old(m->shape[d]), \old(c->data.shape[d])) ==>
      is_dimension(m, d, \old(m->shape[d]), 0, \old(m->in_indices[d]));
    ensures others: \forall integer d; 0 <= d < m->rank && (d == axis ||
      (!indices_repeated{Old}(c, \old(m->shape[d]), \old(c->data.shape[d])) &&
       !data_repeated{Old}(c, \old(m->shape[d]), \old(c->data.shape[d])))) ==>
      is_dimension(m, d, \old(m->shape[d]), \old(m->in_data[d]), \old(m->in_indices[d]));
*/
static void repeat(const struct ref_case *c, int64_t axis, struct ref_map *m)
{
    /*@ loop invariant dimension: 0 <= d <= m->rank;
        loop invariant indices: \forall integer k; 0 <= k < d && k != axis &&
          indices_repeated{Pre}(c, \at(m->shape[k], Pre), \at(c->data.shape[k], Pre)) ==>
          is_dimension(m, k, \at(c->data.shape[k], Pre), \at(m->in_data[k], Pre), 0);
        loop invariant data: \forall integer k; 0 <= k < d && k != axis &&
          data_repeated{Pre}(c, \at(m->shape[k], Pre), \at(c->data.shape[k], Pre)) ==>
          is_dimension(m, k, \at(m->shape[k], Pre), 0, \at(m->in_indices[k], Pre));
        loop invariant others: \forall integer k; 0 <= k < d && (k == axis ||
          (!indices_repeated{Pre}(c, \at(m->shape[k], Pre), \at(c->data.shape[k], Pre)) &&
           !data_repeated{Pre}(c, \at(m->shape[k], Pre), \at(c->data.shape[k], Pre)))) ==>
          is_dimension(m, k, \at(m->shape[k], Pre), \at(m->in_data[k], Pre),
                       \at(m->in_indices[k], Pre));
        loop invariant later: \forall integer k; d <= k < m->rank ==>
          is_dimension(m, k, \at(m->shape[k], Pre), \at(m->in_data[k], Pre),
                       \at(m->in_indices[k], Pre));
        loop assigns d, m->shape[0 .. GAT_MAX_RANK - 1], m->in_data[0 .. GAT_MAX_RANK - 1],
          m->in_indices[0 .. GAT_MAX_RANK - 1], m->idle;
        loop variant m->rank - d;
    */
    for (int32_t d = 0; d < m->rank; d++) {
        int64_t data = c->data.shape[d];
        enum repeated what = d == axis ? NEITHER : repeated(c, m->shape[d], data);
        if (what == DATA)
            m->in_data[d] = 0;
        if (what != INDICES)
            continue;
        m->shape[d] = data;
        m->in_indices[d] = 0;
        m->idle |= data == 0;
    }
}

/* Are ranks and sizes compared?  Indices without elements may be exempt (rule empty_indices);
 * asked only where something breaks a demand. */
static bool indices_checked(const struct ref_case *c, struct ref_answer *a)
{
    return gat_array_count(&c->indices) > 0 ||
           ref_rule(c, a, REF_empty_indices) == REF_EMPTY_INDICES_CHECKED;
}

/* An extent of indices beyond data's, off the axis, names elements that do not
 * exist: no reading can serve it, unless indices have no elements at all. */
static void check_off_axis(const struct ref_case *c, struct ref_answer *a, int64_t index,
                           int64_t data, int64_t count)
{
    if (index == data)
        return;
    int64_t rule = ref_rule(c, a, REF_off_axis);
    if (repeated(c, index, data) != NEITHER)
        return;
    if (index > data && count > 0)
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    else if ((rule >= REF_SIZES_EQUAL || (rule == REF_SIZES_AT_MOST && index > data)) &&
             indices_checked(c, a))
        (rule >= REF_SIZES_REPEAT ? ref_impossible : ref_broken)(c, a, REF_bad_sizes,
                                                                 GAT_E_INVALID);
}

/* An axis that exempt indices have no use for may be refused or not. */
static bool check_axis(const struct ref_case *c, struct ref_answer *a, int32_t rank)
{
    if ((c->axis >= -rank && c->axis < rank) || indices_checked(c, a))
        return ref_check_axis(c, a, rank);
    ref_decide(a, REF_bad_axis, REF_EITHER, GAT_E_INVALID);
    return false;
}

/* Ranks, axis, extents and tiling of data and indices; false where there is no axis, or are no two
 * extents to compare. */
static bool check_operands(const struct ref_case *c, struct ref_answer *a)
{
    const int64_t *data = shape_of(&c->data), *indices = shape_of(&c->indices);
    int32_t r = c->data.ndim == 0 ? 1 : c->data.ndim;
    int32_t q = c->indices.ndim == 0 ? 1 : c->indices.ndim;
    if (c->data.ndim != c->indices.ndim && indices_checked(c, a))
        (r != q ? ref_impossible : ref_broken)(c, a, REF_bad_rank, GAT_E_INVALID);
    if (!check_axis(c, a, r) || r != q)
        return false;
    int64_t count = gat_array_count(&c->indices);
    for (int32_t d = 0; d < r; d++) {
        if (d != a->axis)
            check_off_axis(c, a, indices[d], data[d], count);
        else if (indices[d] > data[d] && ref_rule(c, a, REF_on_axis) != REF_SIZES_ANY &&
                 indices_checked(c, a))
            ref_broken(c, a, REF_bad_sizes, GAT_E_INVALID);
    }
    ref_check_tiling(c, a);
    return c->data.ndim == c->indices.ndim;
}

/* gather_elements, by these documents and clauses:
 *   ONNX GatherElements 11, 13, https://onnx.ai/onnx/operators/onnx__GatherElements.html
 *     value value-axis-0 value-axis-1 value-axis-2 output-shape output-type
 *   torch.gather, https://docs.pytorch.org/docs/stable/generated/torch.gather.html
 *     value value-dim-0 value-dim-1 value-dim-2 out-shape out-type
 *   NumPy take_along_axis,
 *   https://numpy.org/doc/stable/reference/generated/numpy.take_along_axis.html
 *     value out-shape out-type
 *   and the like of torch.take_along_dim, jax.numpy.take_along_axis,
 *   mindspore.ops.gather_elements, pypto.gather and aclnnGather: specs/gather_elements */
static void gather_elements_check(const struct ref_case *c, struct ref_answer *a)
{
    bool compared = check_operands(c, a);
    elements(c, a);
    if (compared)
        repeat(c, a->axis, &a->map);
    ref_check_gathered(c, a);
}

REF_GATHER(gather_elements, .naming = REF_NAMES_ELEMENTS);

/* Updates of another shape than indices, and of their rank: those beyond have no part. */
static void check_sizes(const struct ref_case *c, struct ref_answer *a)
{
    bool enough = true;
    for (int32_t d = 0; d < c->indices.ndim; d++)
        enough &= c->updates.shape[d] >= c->indices.shape[d];
    if ((!enough || ref_rule(c, a, REF_updates_sizes) != REF_UPDATES_AT_LEAST) &&
        indices_checked(c, a))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    a->map.partly = true;
    memcpy(a->map.shape, c->updates.shape, sizeof a->map.shape);
}

/* scatter_elements, by these documents and clauses:
 *   ONNX ScatterElements 11, 13, 16, 18,
 *   https://onnx.ai/onnx/operators/onnx__ScatterElements.html
 *     target-axis target-others target-2d-axis-0 target-2d-axis-1 copy output-shape output-type
 *   ONNX Scatter 9, 11, https://onnx.ai/onnx/operators/onnx__Scatter.html
 *     target loops untouched output-shape output-type
 *   torch.Tensor.scatter_,
 *   https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_.html
 *     value value-dim-0 value-dim-1 value-dim-2 copy out-shape out-type larger-src (check_sizes)
 *   torch.Tensor.scatter_add_,
 *   https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_add_.html
 *     dim-0 dim-1 dim-2 sum result
 *   torch.Tensor.scatter_reduce_,
 *   https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_reduce_.html
 *     dim-0 dim-1 dim-2 sum prod mean amax amin include-self without-self result
 *   NumPy put_along_axis,
 *   https://numpy.org/doc/stable/reference/generated/numpy.put_along_axis.html
 *     value loop broadcast values (repeat, spreads) result
 *   and the like of mindspore.ops.tensor_scatter_elements, pypto.scatter, aclnnScatter and
 *   aclnnScatterAdd: specs/scatter_elements */
static void scatter_elements_check(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_map *m = &a->map;
    ref_output_like_data(c, a);
    bool compared = check_operands(c, a);
    elements(c, a);
    if (compared)
        repeat(c, a->axis, m);
    bool same_rank = c->updates.ndim == c->indices.ndim;
    if (same_rank &&
        memcmp(c->updates.shape, m->shape, (size_t)m->rank * sizeof m->shape[0]) == 0)
        return;
    if (ref_updates_spread(c, a))
        return;
    if (same_rank)
        check_sizes(c, a);
    else if (indices_checked(c, a))
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
}

REF_SCATTER(scatter_elements, .naming = REF_NAMES_ELEMENTS);
