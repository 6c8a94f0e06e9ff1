/* list_backends.h - gatherum list backends: what there is, and what it claims.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_BACKENDS_H
#define GAT_LIST_BACKENDS_H

#include "cli/command.h"

int gat_list_backends(const struct gat_options *o);

#endif
