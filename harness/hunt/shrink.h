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

#include "judge/alone.h"
#include "prng.h"

struct gat_shrink {
    struct gat_trial *trial;
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    enum gat_verdict_class verdict;
    const char *clause;
    gat_reading_set excludes; /* of a pass: combinations of readings that its answer may not fit */
    double seconds;    /* most time; 0: no limit */
    /* results */
    unsigned long tried, kept;
    gat_reading_set readings; /* combinations that the answer to *out fits */
    bool minimal; /* false: the time was over */
};

/* From *start, which fails so, to *out, all of whose data live in `a`.  False: *start
 * itself does not fail so, or there is no worker any more. */
bool gat_shrink_run(struct gat_shrink *s, const struct gat_candidate *start,
                    struct gat_arena *a, struct gat_candidate *out);

#endif
