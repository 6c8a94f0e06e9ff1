/* list_table.h - the variants and their readings as the C tables of ref.h and words.h, for the
 * build.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_TABLE_H
#define GAT_LIST_TABLE_H

#include "cli/options.h"
#include "suite/catalog.h"

/* ref_variants and ref_words as C; an exit code. */
int gat_list_table(const struct gat_options *o, const struct gat_catalog *c);
/* ref_readings as C; an exit code. */
int gat_list_readings(const struct gat_options *o, const struct gat_catalog *c);

#endif
