/* subject.h - one wrong element of an output, and where its value lies in the operands.
 *
 * How the place where a value was found relates to the right one names the mistake.  In small
 * data that is often chance, so a relation counts only if it fits several wrong elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUBJECT_H
#define GAT_SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "diagnose/relation.h"
#include "oracle/expectation.h"
#include "oracle/next_wrong.h"

/* Beside those of relation.h: two relations that only scatters have, and one of gathers alone. */
enum { GAT_STALE = GAT_RELATIONS_MOST, GAT_OTHER_WRITER, GAT_BESIDE, GAT_FOUND_RELATIONS };

enum { GAT_MISTAKES_TOLD = 3, GAT_RELATIONS_TOLD = 2 }; /* for one case: more tell nothing */

/* What would be seen by chance in more than one of so many cases is not told as a fact; elements of
 * an operand that are asked how often that is. */
enum { GAT_RARE = 64, GAT_MAYBE = 3, GAT_ASKED = 256 };
/* Number k of many places among `count`, in steps of the golden section, which meet no pattern. */
int64_t gat_spread(int64_t k, int64_t count);

/* Some of the wrong elements: the first, those after it, and others far from them. */
enum { GAT_SAMPLES = 8, GAT_MORE_SAMPLES = 32 };
struct gat_samples {
    unsigned n;
    int64_t at[GAT_MORE_SAMPLES];
};

/* A value in an operand. */
struct gat_finds {
    int64_t n, first;                     /* places in one operand that hold the value */
    uint64_t relations;                   /* set: some find has this relation ... */
    int64_t related[GAT_FOUND_RELATIONS]; /* ... namely this one */
    uint64_t perhaps;                     /* those that are shared, maybe by chance */
};

/* One wrong element. */
struct gat_subject {
    const struct ref_case *c;
    const struct ref_answer *a;
    int64_t element;
    const struct gat_written *written; /* where the output may be looked at */
    const void *got, *want;
    struct ref_source source;
    int64_t index_at; /* the index that chose it, or -1 */
};

struct gat_subject gat_subject_make(const struct gat_expectation *x, const void *output,
                                    const struct gat_written *written, int64_t element);
/* Where the operand holds what the subject is, and how that relates to where it should be from. */
void gat_value_find(const struct gat_subject *s, enum ref_operand operand, struct gat_finds *f);
/* How the place where update `u` belongs relates to that of the subject. */
uint64_t gat_update_relations(const struct gat_subject *s, int64_t u);
/* The element to speak of, from the first wrong one on: one that is more than a denormal number
 * counted as zero, if there is one, else one that is that. */
int64_t gat_subject_first(const struct gat_expectation *x, const void *output,
                          const struct gat_written *written, int64_t first);
/* At most `most`, from `first` on, which is wrong; of those alone that are denormal numbers counted
 * as zeros, or of the others, as it is. */
void gat_samples_take(const struct gat_expectation *x, const void *output,
                      const struct gat_written *written, int64_t first, unsigned most,
                      struct gat_samples *out);
/* The explanations of the first of n samples that fit most of the others, as sets: so many of
 * all n may be wrong in another way, as at the ends of a block. */
uint64_t gat_explanations_shared(const uint64_t *sets, unsigned n, unsigned aside);
/* Relations that the wrong elements share whose values the operand holds, and would hardly share
 * by chance, of zeros none for sure; *f are the finds of `first`. */
uint64_t gat_relations_shared(const struct gat_expectation *x, const void *output,
                              const struct gat_subject *first, enum ref_operand operand,
                              struct gat_finds *f);
/* Of mistakes that all lead from one place to another, those to tell: the plainest, and none of
 * more than two of these, as three guesses say less than the two places do. */
uint64_t gat_relations_told(uint64_t relations);
/* The element of the output before (-1) or after (1) that of the subject; round at the ends. */
int64_t gat_subject_beside(const struct gat_subject *s, int64_t step);
/* Does a gather owe element `at` of data to the element of its output on that side? */
bool gat_is_due_beside(const struct gat_subject *s, int64_t step, int64_t at);

#endif
