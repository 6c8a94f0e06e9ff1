/* probe.h - one question to the oracle about a variant, in a tiny case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PROBE_H
#define GAT_PROBE_H

#include "suite/candidate.h"

/* The outcome: the demand, and for an odd index the position that it turned out
 * to mean. */
enum { GAT_PROBE_OPEN = -1, GAT_PROBE_ZERO = -2, GAT_PROBE_NONE = -3, GAT_PROBE_FILL = -4 };
struct gat_outcome {
    enum ref_demand demand;
    int position;    /* 0 .. 2, or one of the above; 0 where nothing was asked */
    bool any, first; /* of two updates: any of them, the first of them stays */
};

/* The case: data [.., 3] with the axis last, one index 0 per row, unless changed.  For
 * tuples data [3], and one tuple of one index. */
struct gat_probe {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    const struct ref_rules *rules;
    int32_t data_rank, index_rank; /* -1: as small as allowed */
    int64_t data_before;           /* extent before the axis; 0: 1 */
    int64_t index_before, index_on; /* extents of indices; 0: as data's, and 1 */
    bool no_elements;              /* indices have none */
    int64_t depth;                 /* of tuples, counted from 1 up; 0: one */
    int64_t index[4];              /* the indices of each row */
    int64_t axis;                  /* 0: the last; else as given */
    int64_t batch_dims;
    enum gat_dtype dtype, index_dtype; /* 0, GAT_BOOL: the variant's own */
    bool typed;                        /* dtype counts even if 0 */
};
struct gat_outcome gat_probe_run(const struct gat_probe *p);

#endif
