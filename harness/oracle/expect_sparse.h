/* expect_sparse.h - the oracle's answer to a scatter into data that are mostly holes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPECT_SPARSE_H
#define GAT_EXPECT_SPARSE_H

#include "arena.h"
#include "ref.h"

/* The oracle's answer to a scatter into sparse data, made in a copy of
 * what they hold. */
void gat_answer_sparsely(const struct ref_case *c, struct ref_answer *a,
                         struct gat_arena *arena);

#endif
