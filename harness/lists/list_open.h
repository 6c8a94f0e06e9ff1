/* list_open.h - gatherum list open: what documents leave open, and by which sentence.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_OPEN_H
#define GAT_LIST_OPEN_H

#include "cli/command.h"
#include "suite/catalog.h"

int gat_list_open(const struct gat_options *o, const struct gat_catalog *c);

#endif
