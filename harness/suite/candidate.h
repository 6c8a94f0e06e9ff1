/* candidate.h - small cases in every direction, to look for one that tells.
 *
 * Does any case tell one rule value from another, or one variant from another?  A
 * search through a few ten thousand tiny cases, smallest first, answers that, and
 * what it finds is a case that a person can keep.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATE_H
#define GAT_CANDIDATE_H

#include "judge/judge.h"

struct gat_candidate {
    struct gat_test test;
    enum gat_dtype dtype, index_dtype;
    unsigned presentation; /* enum gat_presentation_id */
};

/* Call `see` for each candidate that variant `s` with profile `p` can be asked,
 * until it returns false.  `scratch` is reset after each.  With `other`, its types
 * are ones that this profile lists too, where there are any. */
typedef bool gat_candidate_see(void *user, const struct gat_candidate *c,
                               struct gat_arena *scratch);
void gat_candidates_each(const struct gat_spec *s, const struct gat_profile *p,
                         const struct gat_profile *other, gat_candidate_see *see,
                         void *user);
/* Why this variant cannot be asked, in words: it does not know what the candidate
 * states, or the candidate does not state what it requires.  NULL when it can. */
const char *gat_candidate_misfit(const struct gat_candidate *c, const struct gat_spec *s,
                                 struct gat_arena *a);
/* Sparse data are for few elements, of which each is written once at most, and other ones for
 * an output that a worker has room for, even where it is only what the formula says of a
 * wrong case; a case that asks for more cannot be asked of anybody. */
bool gat_candidate_is_bounded(const struct gat_candidate *c, const struct gat_spec *s,
                              const struct gat_profile *p, struct gat_arena *a);
/* Can its operands lie as it says?  `m` is the candidate as a case. */
bool gat_candidate_is_presented(const struct gat_candidate *c, const struct gat_member *m);
/* The candidate as a case of this variant, in `a`. */
const struct gat_member *gat_candidate_member(const struct gat_candidate *c,
                                              const struct gat_spec *s,
                                              const struct gat_profile *p,
                                              struct gat_arena *a);
/* As one line that can stand under `tests:` behind a name. */
const char *gat_candidate_print(const struct gat_candidate *c, struct gat_arena *a);

/* Do two answers to the operands of `c` demand or admit different things?  Kinds of
 * errors are not compared. */
bool gat_answers_part(const struct ref_case *c, const struct ref_answer *x,
                      const struct ref_answer *y);

#endif
