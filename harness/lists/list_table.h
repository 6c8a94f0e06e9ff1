/* list_table.h - the variants as the C table that ref.h declares, for the build.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_TABLE_H
#define GAT_LIST_TABLE_H

#include "suite/catalog.h"

/* The variants as C. */
void gat_list_table(const struct gat_catalog *c);

#endif
