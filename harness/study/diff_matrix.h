/* diff_matrix.h - all variants side by side, as Markdown.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIFF_MATRIX_H
#define GAT_DIFF_MATRIX_H

#include "study/diff.h"

/* All variants side by side as Markdown; false and *e when the oracle does something
 * else than the rules say. */
bool gat_matrix_print(const struct gat_catalog *c, struct gat_error *e);

#endif
