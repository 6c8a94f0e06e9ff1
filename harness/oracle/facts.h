/* facts.h - what the features of a case are told from; private to features.c.
 *
 * A feature is one expression over these numbers.  Those that take a walk over all
 * elements are found when they are first asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FACTS_H
#define GAT_FACTS_H

#include "oracle/expectation.h"

/* The kinds of values among indices, for an axis of extent s. */
enum gat_index_kind {
    GAT_IX_ZERO,         /* 0, inside */
    GAT_IX_LAST,         /* s-1 */
    GAT_IX_NEGATIVE,     /* in [-s, -1] */
    GAT_IX_MINUS_ONE,    /* -1, inside */
    GAT_IX_MINUS_EXTENT, /* -s */
    GAT_IX_EXTENT,       /* s */
    GAT_IX_BELOW,        /* -s-1 */
    GAT_IX_AFAR,         /* further outside */
    GAT_IX_NEAR_2_31,    /* next to 2^31 or -2^31 */
    GAT_IX_LOW_BITS,     /* outside, but the low 32 bits are inside */
    GAT_IX_INT64_MIN, GAT_IX_INT64_MAX,
    GAT_IX_ABOVE_COUNT,  /* inside and at least 2 to the power of 7, 8, 15 */
    GAT_IX_PAST_2_7 = GAT_IX_ABOVE_COUNT, GAT_IX_PAST_2_8, GAT_IX_PAST_2_15
};

/* The kinds of elements in the output. */
enum gat_value_kind {
    GAT_VALUE_NAN, GAT_VALUE_PAYLOAD, GAT_VALUE_SIGNALLING, GAT_VALUE_MINUS_ZERO,
    GAT_VALUE_INFINITE, GAT_VALUE_DENORMAL, GAT_VALUE_ZERO, GAT_VALUE_OTHER,
    GAT_VALUE_EMPTY_TEXT, GAT_VALUE_LONG_TEXT, GAT_VALUE_NUL_TEXT
};

struct gat_facts {
    const struct gat_member *m;
    const struct gat_expectation *x;
    const struct ref_case *q;
    const struct ref_answer *a;
    const struct gat_profile *p;
    bool elementwise; /* an index names single elements, not slices */
    bool places;      /* an index names an element, data counted through as one dimension */
    bool tuples;      /* the last dimension of indices holds tuples of them */
    bool windows;     /* an index names where a window of data begins */
    bool answers;     /* there is an output: demand success, or either */
    /* the axis as given, and where it is valid */
    bool axis_stated, axis_good;
    int64_t axis_given, axis;
    int32_t rank; /* of data, counting a single number as one dimension */
    /* For tuples the axis is all the dimensions that one of them indexes, `axis` the
     * first of them; it is good if indices and data have the dimensions. */
    int64_t depth;                  /* indices that name a place together */
    int64_t extent, before, after; /* counts along, before and after the axis */
    int64_t batch;                  /* batch_dims as given */
    bool batch_stated, batch_uneven; /* uneven: the operands' batch extents differ */
    int64_t batches;                 /* how many; 1 where there are none */
    int64_t count;                  /* of indices; 0 where they are no integers */
    int64_t n_output;               /* 0 where there is none */
    int64_t run;                    /* bytes that lie side by side in data and output */
    /* indices; only for a good axis */
    uint32_t indices; /* set of enum gat_index_kind */
    int64_t n_bad, first_bad, last_bad;
    bool late_negative, late_bad; /* such an index is not the first of its tuple */
    bool mirrored;           /* a tuple read backwards names another place */
    int64_t lowest, highest; /* positions named on the axis, of tuples on their first
                                dimension; highest -1 for none */
    bool descends;           /* some index is below the one before it */
    /* extents of indices against data; only for elementwise operators of one rank */
    bool shorter_on, longer_on, shorter_before, shorter_behind, longer_off;
    bool indices_repeat, data_repeats; /* off the axis, one place for as many as the other has */
    bool before_one, behind_one; /* data has an extent of 1 there */
    bool extents_differ;     /* data has 2 or more extents above 1, no two the same */
    /* found on demand */
    struct gat_arena *scratch;
    bool values_known, targets_known;
    struct gat_value_facts {
        uint32_t output, data, updates; /* sets of enum gat_value_kind; 0 without answer */
    } values;
    struct gat_target_facts {
        bool repeats;        /* two indices of a batch or row name the same */
        bool apart;          /* ... and are not neighbours */
        bool two_names;      /* ... once counted from the front, once from the end */
        int64_t n;           /* different elements, or slices, that are named */
        bool batches_differ; /* a batch has other indices than the first */
    } targets;
};

/* The coordinate of data in dimension d, beside the axis, of what an index at `place` names
 * first. */
int64_t gat_facts_beside(const struct gat_facts *f, int32_t d, int64_t place);
/* The position that index number `at` means by the rules, or -1. */
int64_t gat_facts_position(const struct gat_facts *f, int64_t at);
/* The extent that index number `at` counts along. */
int64_t gat_facts_extent(const struct gat_facts *f, int64_t at);
/* Arrays for a moment come from `scratch`, which outlives the facts. */
void gat_facts_find(const struct gat_expectation *x, struct gat_arena *scratch,
                    struct gat_facts *f);
const struct gat_value_facts *gat_facts_values(struct gat_facts *f);
const struct gat_target_facts *gat_facts_targets(struct gat_facts *f);

#endif
