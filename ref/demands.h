/* demands.h - what every kernel of ref/ asks of its operands; private to ref.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DEMANDS_H
#define GAT_DEMANDS_H

#include <string.h>

#include "dtype.h"
#include "lemmas.h"
#include "ref.h"

/* memcpy with the usual sizes spelled out: a call of it costs more than all else in a small
 * case. */
/*@ requires 1 <= size;
    requires \valid((char *)to + (0 .. size - 1)) && \valid_read((char *)from + (0 .. size - 1));
    requires \separated((char *)to + (0 .. size - 1), (char *)from + (0 .. size - 1));
    terminates \true;
    assigns ((char *)to)[0 .. size - 1];
    ensures copied: \forall integer b; 0 <= b < size ==>
                      ((char *)to)[b] == \old(((char *)from)[b]);
*/
static inline void ref_move(void *to, const void *from, size_t size)
{
    if (size == 4)
        memcpy(to, from, 4);
    else if (size == 8)
        memcpy(to, from, 8);
    else if (size == 1)
        memcpy(to, from, 1);
    else
        memcpy(to, from, size);
}

/* Record consequence `what` of `rule`. */
void ref_decide(struct ref_answer *a, enum ref_rule rule, enum ref_consequence what,
                gat_status kind);
/* As ref_broken, for a case that the formula cannot answer: where the rule says `either`, nothing
 * is known of its answer. */
void ref_impossible(const struct ref_case *c, struct ref_answer *a,
                    enum ref_rule consequence, gat_status kind);
/* Is there still an answer to compute? */
static inline bool ref_answers(const struct ref_answer *a)
{
    return a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER;
}

/* Rank limits.  They count as consulted for a rank at a limit or beyond it. */
void ref_check_rank(const struct ref_case *c, struct ref_answer *a,
                    const struct gat_array *t, enum ref_rule least,
                    enum ref_rule greatest);
/* The axis, from the attribute or the tensor, counted from the front of `rank`
 * dimensions, into a->axis; false when there is none. */
bool ref_check_axis(const struct ref_case *c, struct ref_answer *a, int32_t rank);
/* batch_dims, counted from the front, into a->batch_dims: at most so many dimensions of
 * indices, and of data.  Returns how many dimensions of indices are batches: the same
 * where that is valid. */
int64_t ref_check_batch(const struct ref_case *c, struct ref_answer *a, int64_t of_indices,
                        int64_t of_data);
/*@ logic integer product{L}(int64_t *shape, integer from, integer to) =
      to <= from ? 1 : product(shape, from, to - 1) * shape[to - 1];
*/
/*@ requires 0 <= from <= to <= GAT_MAX_RANK && \valid_read(shape + (0 .. to - 1));
    requires fits: \forall integer d; from <= d <= to ==>
               INT64_MIN <= product(shape, from, d) <= INT64_MAX;
    terminates \true;
    assigns \nothing;
    ensures value: \result == product(shape, from, to);
*/
static inline int64_t ref_product(const int64_t *shape, int64_t from, int64_t to)
{
    int64_t n = 1;
    /*@ loop invariant dimension: from <= d <= to;
        loop invariant value: n == product(shape, from, d);
        loop assigns d, n;
        loop variant to - d;
    */
    for (int64_t d = from; d < to; d++) {
        //@ assert product(shape, from, d + 1) == product(shape, from, d) * shape[d];
        n *= shape[d];
    }
    return n;
}
/* View and tile shapes of a call that states them; needs a->axis. */
void ref_check_tiling(const struct ref_case *c, struct ref_answer *a);

/* All indices, before anything moves.  `undefined` is what out_of_range: undefined
 * means for this operator: where an index picks single elements (REF_EITHER) only
 * those are lost, where it picks a target (REF_UNDEFINED) everything may be. */
void ref_check_indices(const struct ref_case *c, struct ref_answer *a,
                       enum ref_consequence undefined);

/* Where an index points by the rules: a position inside the axis, or one of these. */
enum { REF_AT_NOTHING = -1, REF_AT_ZERO = -2, REF_AT_FILL = -3 };
/*@ // The index rule: index_domain says what a negative index is, out_of_range what becomes of
    // one that is outside.
    logic integer position(integer domain, integer policy, integer index, integer extent) =
      0 <= index < extent ? index
      : index < 0 && domain == REF_BELOW_UNDEFINED ? REF_AT_NOTHING
      : extent == 0 && (policy == REF_OOR_CLAMP || policy == REF_OOR_WRAP) ? REF_AT_NOTHING
      : -extent <= index < 0 && (domain == REF_WRAPS || policy == REF_OOR_EITHER)
        ? index + extent
      : policy == REF_OOR_CLAMP ? (index < 0 ? 0 : extent - 1)
      : policy == REF_OOR_WRAP
        ? (index % extent < 0 ? index % extent + extent : index % extent)
      : policy == REF_OOR_ZERO ? REF_AT_ZERO
      : policy == REF_OOR_FILL ? REF_AT_FILL : REF_AT_NOTHING;
*/
/*@ requires \valid_read(r) && 0 <= extent && !(0 <= index < extent);
    terminates \true;
    assigns \nothing;
    ensures value: \result == position(r->value[REF_index_domain], r->value[REF_out_of_range],
                                       index, extent);
    ensures inside: REF_AT_FILL <= \result < 0 || 0 <= \result < extent;
*/
int64_t ref_position_outside(const struct ref_rules *r, int64_t index, int64_t extent);
/*@ requires \valid_read(r) && 0 <= extent;
    terminates \true;
    assigns \nothing;
    ensures value: \result == position(r->value[REF_index_domain], r->value[REF_out_of_range],
                                       index, extent);
    ensures inside: REF_AT_FILL <= \result < 0 || 0 <= \result < extent;
*/
static inline int64_t ref_position(const struct ref_rules *r, int64_t index,
                                   int64_t extent)
{
    return index >= 0 && index < extent ? index
                                        : ref_position_outside(r, index, extent);
}
/* Scratch for `unspecified`: one byte per output element where the rules could
 * leave one open. */
size_t ref_unspecified_size(const struct ref_case *c, const struct ref_answer *a);
/* An output element whose index picks nothing: zero bytes or the fill value where
 * that is the rule, else anything admitted. */
/*@ requires \valid(a) && 0 <= element && 1 <= count && element + count <= elements_of(&a->output);
    requires elements_of(&a->output) * size_of(a->output.dtype) <= INT64_MAX;
    requires \valid((char *)a->output.data + (element * size_of(a->output.dtype) ..
                    element * size_of(a->output.dtype) + count * size_of(a->output.dtype) - 1));
    requires scratch == \null || \valid(scratch + (0 .. elements_of(&a->output) - 1));
    requires \separated(scratch + (0 .. elements_of(&a->output) - 1), a);
    requires a->unspecified == \null || a->unspecified == scratch;
    terminates \true;
    assigns a->unspecified, scratch[0 .. elements_of(&a->output) - 1],
            ((char *)a->output.data)[element * size_of(a->output.dtype) ..
              element * size_of(a->output.dtype) + count * size_of(a->output.dtype) - 1];
    ensures noted: a->unspecified == \null || a->unspecified == scratch;
*/
void ref_put_nothing(struct ref_answer *a, int64_t position, int64_t element,
                     int64_t count, unsigned char *scratch);

#endif
