/* tuples.h - indices whose last dimension holds tuples of coordinates; private to ref.
 *
 * With b = batch_dims and k the last extent of indices, a tuple names a slice of data:
 * its own coordinates choose in the first b dimensions, its k indices in the next k,
 * and the slice has the rest.  k may be 0: the tuple names all that its batch holds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TUPLES_H
#define GAT_TUPLES_H

#include "demands.h"

/* Ranks, batches and the length of tuples, into a->batch_dims, a->axis, the first
 * dimension that a tuple indexes, and a->depth.  Returns the first dimension of data
 * that belongs to the slices. */
int64_t ref_check_tuples(const struct ref_case *c, struct ref_answer *a);

struct ref_tuples {
    int64_t count, per_batch; /* of tuples */
    int64_t row;              /* elements of a slice */
};
void ref_tuples_start(const struct ref_case *c, const struct ref_answer *a,
                      struct ref_tuples *t);
/* The number of the slice that tuple number n names, or a negative number: see
 * ref_position. */
int64_t ref_tuple_place(const struct ref_tuples *t, const struct ref_case *c,
                        const struct ref_answer *a, int64_t n);

#endif
