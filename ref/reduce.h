/* reduce.h - scatters that combine; private to ref.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_REDUCE_H
#define GAT_REDUCE_H

#include "ref.h"

/* Does the case combine?  Then its element type must have the arithmetic. */
void ref_check_reduction(const struct ref_case *c, struct ref_answer *a);
/* Bytes of scratch; linear in the output. */
size_t ref_reduce_scratch(const struct ref_case *c, const struct ref_answer *a);
/* The output, which holds data where it is not their memory.  Without scratch each
 * update is joined in turn, in C order. */
void ref_reduce(const struct ref_case *c, struct ref_answer *a, void *scratch);
/* Is element `element` of the output within its ranges? */
bool ref_within(const struct ref_answer *a, int64_t element, const void *got);

#endif
