/* case_part.h - the parts of a case that all kinds of files share; private to the
 * readers of case files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CASE_PART_H
#define GAT_CASE_PART_H

#include "suite/catalog.h"

/* Operator and topic, from the place of a file. */
bool gat_case_name_read(struct gat_arena *a, const char *path, const char *end,
                        struct gat_test *base, struct gat_error *e);
/* What a file says for all of its tests, with no other keys than `keys`. */
bool gat_case_head_read(struct gat_arena *a, const struct gat_node *root,
                        const char *const *keys, struct gat_test *base,
                        struct gat_error *e);
/* One test on top of what its file says, in *t already. */
bool gat_case_test_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                        struct gat_error *e);

#endif
