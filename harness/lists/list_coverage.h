/* list_coverage.h - gatherum list clauses --coverage: each clause with the cases that it needs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_COVERAGE_H
#define GAT_LIST_COVERAGE_H

#include "cli/command.h"
#include "suite/catalog.h"

int gat_list_coverage(const struct gat_options *o, const struct gat_catalog *c);

#endif
