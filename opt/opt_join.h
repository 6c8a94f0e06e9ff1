/* opt_join.h - updates that are combined with the elements of the output.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_JOIN_H
#define GAT_OPT_JOIN_H

#include "arith.h"
#include "opt_level.h"
#include "ref.h"

struct opt_join {
    bool joins; /* by `how`; else the last update of an element stays */
    bool mean;  /* sums are divided by the number of their terms in the end */
    enum gat_arith how;
};

/* How updates of this case become one with data, in C order.  False: not by one operation
 * per update as gat_arith_join() makes it, or not the last one stays, and ref has to. */
bool opt_join_read(const struct ref_case *c, struct opt_join *j);
/* Elements first to end of sums become means; counts: updates of each. */
void opt_means_make(const struct ref_case *c, char *sums, const uint32_t *counts, int64_t first,
                    int64_t end);

#endif
