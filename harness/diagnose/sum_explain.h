/* sum_explain.h - the mistakes that would give one element of a reduction the value it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUM_EXPLAIN_H
#define GAT_SUM_EXPLAIN_H

#include "diagnose/subject.h"
#include "diagnose/sum.h"

/* ORDER: in which they are told. */
enum gat_sum_kind {
    GAT_SUM_BITS,       /* the lowest bits of what is due, and no others */
    GAT_SUM_FLUSHED,
    GAT_SUM_NAN,        /* min or max dropped one */
    GAT_SUM_DATA_LOST,
    GAT_SUM_DATA_TWICE,
    GAT_SUM_STAYED,     /* data, as if no update had come */
    GAT_SUM_LOST,       /* one of several updates */
    GAT_SUM_PLACE,      /* one update, and nothing else */
    GAT_SUM_TWICE,
    GAT_SUM_ALL_TWICE,
    GAT_SUM_SWAPPED,    /* an update came a second time, in place of the one beside it */
    GAT_SUM_GAINED,     /* an update of another element came too */
    GAT_SUM_BESIDE,     /* all updates of the element beside it came too */
    GAT_SUM_SATURATED,
    GAT_SUM_MEAN,
    GAT_SUM_SIGN,
    GAT_SUM_DOUBLE,     /* a number, or one of its updates, went through float64 */
    GAT_SUM_SINGLE,
    GAT_SUM_PARTIAL,       /* only the lowest bits are right */
    GAT_SUM_OTHER_ELEMENT, /* the updates of another element came in place of its own ... */
    GAT_SUM_OTHER_PLACE,
    GAT_SUM_OTHER_ROW,
    GAT_SUM_FLIPPED, /* one bit, whatever was combined */
    GAT_SUM_DIVISOR, /* a mean was divided by another number */
    GAT_SUM_KINDS,
    GAT_SUM_MOVED = GAT_SUM_KINDS, /* an update is missed, or one too many: no words of its own */
    GAT_SUM_MANNER = 32 /* + the reduction that gives it */
};

#define GAT_SUM_SHIFTS (UINT64_C(7) << GAT_SUM_OTHER_ELEMENT)
/* Terms that came, or did not. */
#define GAT_SUM_TERMS                                                                          \
    (GAT_SUM_SHIFTS | UINT64_C(1) << GAT_SUM_DATA_LOST | UINT64_C(1) << GAT_SUM_DATA_TWICE |     \
     UINT64_C(1) << GAT_SUM_LOST | UINT64_C(1) << GAT_SUM_TWICE |                              \
     UINT64_C(1) << GAT_SUM_ALL_TWICE | UINT64_C(1) << GAT_SUM_SWAPPED |                       \
     UINT64_C(1) << GAT_SUM_GAINED | UINT64_C(1) << GAT_SUM_BESIDE |                           \
     UINT64_C(1) << GAT_SUM_MOVED)

struct gat_sum_found {
    uint64_t set;                        /* of kinds; what else is here is known of these alone */
    int64_t lost, twice, place, swapped; /* elements of updates */
    int64_t twice_too;                   /* another one, or -1 */
    int64_t from[3];                     /* of each other element: which one */
    int64_t gained;                      /* an update by its number */
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
