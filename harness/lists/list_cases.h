/* list_cases.h - gatherum list cases: the names that run and show take.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_CASES_H
#define GAT_LIST_CASES_H

#include "cli/command.h"
#include "suite/catalog.h"

/* Each prints to stdout and gives an exit code. */
int gat_list_cases(const struct gat_options *o, const struct gat_catalog *c);

#endif
