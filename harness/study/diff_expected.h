/* diff_expected.h - what is expected of a small case, in one line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIFF_EXPECTED_H
#define GAT_DIFF_EXPECTED_H

#include "study/diff.h"

/* The expectation of a case in one line: "answers [[2, 1]]", "error", ... */
const char *gat_expected_print(const struct ref_case *c, const struct ref_answer *x,
                               struct gat_arena *a);

#endif
