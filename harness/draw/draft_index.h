/* draft_index.h - the indices of a draft, one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAFT_INDEX_H
#define GAT_DRAFT_INDEX_H

#include "draw/draft.h"

/* What pattern, sign and extents say of all indices of a draft. */
struct gat_index_rule {
    const struct gat_draft *draft; /* lives longer */
    int64_t count;                 /* of indices, or tuples, that the pattern numbers */
    int64_t within[GAT_MAX_RANK];  /* the part of each extent that the type can hold */
    uint64_t places;               /* that they name; 0: none, or the pattern needs none */
    int64_t last_number;           /* of the one that names the last place instead, or -1 */
    unsigned bits;                 /* that the type has for a number that is not negative */
    bool is_signed;
    bool plain;                    /* the pattern numbers the indices themselves */
    uint64_t from, begin, step, run_begin, run, period, shuffle, number, other_number, other_place,
        alias;
};
void gat_index_rule_make(const struct gat_draft *d, struct gat_index_rule *out);
/* Index number k: one that leaves the pattern, or the one that the rule gives for k alone. */
int64_t gat_draft_index(const struct gat_index_rule *r, int64_t k);

#endif
