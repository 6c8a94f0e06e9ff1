/* sum.h - one element that updates are combined in, as a question to the oracle.
 *
 * Each mistake that is known becomes a question of its own: the element with an update less,
 * with one twice, by another reduction.  Where the answer admits what came the mistake explains
 * it; so a lost update is told apart from rounding by the same proof that judges.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUM_H
#define GAT_SUM_H

#include "arena.h"
#include "ref.h"

/* ORDER: in which they are told. */
enum gat_sum_kind {
    GAT_SUM_BITS,       /* the lowest bits of what is due, and no others */
    GAT_SUM_FLUSHED,
    GAT_SUM_NAN,        /* min or max dropped one */
    GAT_SUM_ZERO,       /* the zero of the other sign */
    GAT_SUM_FINITE,     /* the greatest finite number, or the least, in place of an infinity */
    GAT_SUM_BEGAN,      /* min or max began at a number that is no term, such as 0 */
    GAT_SUM_DATA_LOST,
    GAT_SUM_DATA_TWICE,
    GAT_SUM_STAYED,     /* data, as if no update had come */
    GAT_SUM_STRAY,      /* an update came that goes nowhere */
    GAT_SUM_LOST,       /* one of several updates */
    GAT_SUM_PLACE,      /* one update, and nothing else */
    GAT_SUM_TWICE,
    GAT_SUM_ALL_TWICE,
    GAT_SUM_COUNTED,    /* each update as 1 */
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

struct gat_sum {
    const struct ref_case *c;
    const struct ref_answer *a;
    int64_t element, n;     /* n updates go there */
    const int64_t *updates; /* as elements of updates */
    size_t esize;
    const void *got, *want;
    struct ref_rules rules; /* arithmetic as the variant's, all else at its first value */
    struct gat_arena lists, scratch;
};

/* A trial: terms that are combined instead of those due; all zero bytes: those due. */
struct gat_sum_trial {
    enum ref_reduction how; /* REF_NONE: that of the case */
    bool other_data;        /* data count where they do not, or the other way round */
    bool twice;             /* each update */
    const void *each;       /* the value that comes in place of that of each update, or NULL */
    bool flushed;           /* denormal numbers among data and updates count as zeros */
    bool without;           /* ... the update number `less` */
    int64_t less;
    const void *more;         /* one value more, or NULL */
    const struct gat_sum *of; /* whose updates come in place of its own, or NULL */
    const struct gat_sum *with; /* whose updates come too, or NULL */
};

/* How many updates are combined in this element; 0 where nothing is. */
int64_t gat_sum_updates(const struct ref_case *c, const struct ref_answer *a, int64_t element);
/* Free with gat_sum_free.  The element may have no updates, in a case that reduces. */
void gat_sum_start(struct gat_sum *m, const struct ref_case *c, const struct ref_answer *a,
                   int64_t element, const void *got);
void gat_sum_free(struct gat_sum *m);
/* Is what came no further from what is due, in each part, than the order of terms in such a range
 * can explain?  Anything is in one without ends. */
bool gat_sum_near(const struct gat_sum *m, const struct ref_range *r);
/* Is what came one of the terms, of which the least or the greatest is due? */
bool gat_sum_is_best_of(const struct gat_sum *m);
/* Would what came be right, and tell more than that it is near? */
bool gat_sum_fits(struct gat_sum *m, const struct gat_sum_trial *t);
/* Is what came data or one of the updates, bit by bit? */
bool gat_sum_got_is_term(const struct gat_sum *m);
const char *gat_sum_update(const struct gat_sum *m, int64_t k);
const char *gat_sum_data(const struct gat_sum *m);

#endif
