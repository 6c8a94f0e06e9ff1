/* shrink.h - a failing case made as small and as plain as it can be.
 *
 * A step takes one thing away: a dimension, a part of an extent, an attribute, the
 * size of a number.  A step is kept when the smaller case gets the same verdict and
 * breaks the same clause.  The end is a local minimum: every single step was tried
 * from there, and none is kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHRINK_H
#define GAT_SHRINK_H

#include "prng.h"
#include "judge/alone.h"

struct gat_shrink {
    struct gat_trial *trial;
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    enum gat_verdict_class verdict;
    const char *clause;
    uint32_t excludes; /* of a pass: combinations of readings that its answer may not fit */
    double seconds;    /* most time; 0: no limit */
    /* results */
    unsigned long tried, kept;
    uint32_t readings; /* combinations that the answer to *out fits */
    bool minimal; /* false: the time was over */
};

/* From *start, which fails so, to *out, all of whose data live in `a`.  False: *start
 * itself does not fail so, or there is no worker any more. */
bool gat_shrink_run(struct gat_shrink *s, const struct gat_candidate *start,
                    struct gat_arena *a, struct gat_candidate *out);

/* ---- between the files of the shrinker ---- */

/* How large and how odd a case is: the first number that differs decides. */
enum { GAT_MEASURES = 8 };
struct gat_measure {
    gat_uint128 part[GAT_MEASURES];
};
void gat_measure_make(const struct gat_candidate *c, struct gat_measure *out);
bool gat_measure_less(const struct gat_measure *x, const struct gat_measure *y);

/* Call `see` with each case that is one step from `c`, until it returns true; what the
 * case holds lives in `scratch`, which `see` may not reset.  True: `see` took one. */
typedef bool gat_step_see(void *user, const struct gat_candidate *c);
bool gat_steps_each(const struct gat_candidate *c, struct gat_arena *scratch,
                    gat_step_see *see, void *user);

/* The axis when dimension d of data goes, which is still there: an axis that is no axis stays none, at
 * or behind the end, or before the start. */
void gat_axis_follow(struct gat_candidate *c, int32_t d);

/* shrink_pairs.c: those that change two operands in different dimensions. */
bool gat_pair_steps(const struct gat_candidate *c, struct gat_arena *scratch, gat_step_see *see,
                    void *user);

/* shrink_operand.c: the element type of an operand of a case. */
enum gat_dtype gat_operand_type(const struct gat_candidate *c, const struct gat_operand_text *o);
/* Literals of at most so many elements; more stay fills. */
enum { GAT_MOST_LITERALS = 4096 };
/* Of dimension `d` the first `before` and the last `after` are left. */
void gat_operand_cut(const struct gat_candidate *c, struct gat_operand_text *o, int32_t d,
                     int64_t before, int64_t after, struct gat_arena *a);
/* The first of dimension `d`, and no such dimension. */
void gat_operand_drop(const struct gat_candidate *c, struct gat_operand_text *o, int32_t d,
                      struct gat_arena *a);
/* Elements of its own, for changes. */
void *gat_operand_own(const struct gat_candidate *c, struct gat_operand_text *o,
                      struct gat_arena *a);
/* All small operands as literals, with the data that the case has. */
void gat_candidate_settle(struct gat_candidate *c, const struct gat_member *m,
                          struct gat_arena *a);
/* A case of a file or a generator as a candidate; data live in `a`. */
void gat_candidate_of(const struct gat_member *m, struct gat_arena *a, struct gat_candidate *c);
/* A copy whose literals live in `a`. */
void gat_candidate_copy(const struct gat_candidate *from, struct gat_arena *a,
                        struct gat_candidate *to);
/* Whole numbers of an index operand; false where its type has none. */
bool gat_operand_number(const struct gat_candidate *c, const struct gat_operand_text *o,
                        int64_t k, int64_t *out);
void gat_operand_number_put(enum gat_dtype t, void *bytes, int64_t k, int64_t value);
/* Element k of the plain data that the shrinker likes best. */
void gat_plain_element(enum gat_dtype t, int64_t k, void *to);

#endif
