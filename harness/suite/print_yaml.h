/* print_yaml.h - one case as a file of cases that is read back to the same case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PRINT_YAML_H
#define GAT_PRINT_YAML_H

#include "suite/candidate.h"

/* The case as YAML that gat_cases_read reads back to the same case. */
void gat_member_print_yaml(const struct gat_member *m, struct gat_arena *a,
                           const char **out);
/* The same of n cases of one operator as one file, which hunts what the first case hunts. */
void gat_members_print_yaml(const struct gat_member *const *m, unsigned n, struct gat_arena *a,
                            const char **out);
/* A candidate as one line that can stand under `tests:` after a name. */
const char *gat_candidate_print(const struct gat_candidate *c, struct gat_arena *a);

#endif
