/* sum_explain.h - the mistakes that would give one element of a reduction the value it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUM_EXPLAIN_H
#define GAT_SUM_EXPLAIN_H

#include "diagnose/subject.h"
#include "diagnose/sum.h"

#define GAT_SUM_SHIFTS (UINT64_C(7) << GAT_SUM_OTHER_ELEMENT)
/* Terms that came, or did not. */
#define GAT_SUM_TERMS                                                                          \
    (GAT_SUM_SHIFTS | UINT64_C(1) << GAT_SUM_DATA_LOST | UINT64_C(1) << GAT_SUM_DATA_TWICE |     \
     UINT64_C(1) << GAT_SUM_LOST | UINT64_C(1) << GAT_SUM_TWICE |                              \
     UINT64_C(1) << GAT_SUM_ALL_TWICE | UINT64_C(1) << GAT_SUM_SWAPPED |                       \
     UINT64_C(1) << GAT_SUM_GAINED | UINT64_C(1) << GAT_SUM_BESIDE |                           \
     UINT64_C(1) << GAT_SUM_STRAY | UINT64_C(1) << GAT_SUM_COUNTED |                           \
     UINT64_C(1) << GAT_SUM_BEGAN | UINT64_C(1) << GAT_SUM_MOVED)

/* What explains the zero of the other sign, and is not its value alone. */
#define GAT_SUM_BY_ZERO                                                                        \
    (UINT64_C(1) << GAT_SUM_ZERO | UINT64_C(1) << GAT_SUM_LOST |                               \
     UINT64_C(1) << GAT_SUM_DATA_LOST | UINT64_C(1) << GAT_SUM_STAYED |                        \
     UINT64_C(1) << GAT_SUM_MOVED)

struct gat_sum_found {
    uint64_t set;                        /* of kinds; what else is here is known of these alone */
    int64_t lost, twice, place, swapped; /* elements of updates */
    int64_t twice_too;                   /* another one, or -1 */
    int64_t from[3];                     /* of each other element: which one */
    int64_t gained;                      /* an update by its number */
    int64_t stray;                       /* the element of updates, or -1 */
    int64_t beside;                      /* an element of the output */
    int bits, partial;
    int64_t terms, divisor; /* of a mean: how many, and what it was divided by in their place */
    bool is_vague;          /* any of many terms may have come, or none: see is_vague() */
};

/* The mistakes of `wanted` that explain the answer; `s` is the same element. */
void gat_sum_explain(struct gat_sum *m, const struct gat_subject *s, uint64_t wanted,
                     struct gat_sum_found *f);
/* The set without mistakes that say no more than another of it; of too many to tell, without
 * other reductions, which small numbers fit by chance. */
uint64_t gat_sum_plainest(uint64_t set);

#endif
