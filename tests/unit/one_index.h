/* one_index.h - one index of a draft, for tests that ask for a few.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONE_INDEX_H
#define GAT_ONE_INDEX_H

#include "draw/draft_index.h"

static int64_t index_of(const struct gat_draft *d, int64_t k)
{
    struct gat_index_rule rule;
    gat_index_rule_make(d, &rule);
    return gat_draft_index(&rule, k);
}

#endif
