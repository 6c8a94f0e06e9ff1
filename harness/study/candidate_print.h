/* candidate_print.h - a candidate as one line of YAML.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATE_PRINT_H
#define GAT_CANDIDATE_PRINT_H

#include "suite/candidate.h"

/* The case as one line that can stand under `tests:` after a name. */
const char *gat_candidate_print(const struct gat_candidate *c, struct gat_arena *a);

#endif
