/* list.h - what `gatherum list` can list; private to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_H
#define GAT_LIST_H

#include "cli/command.h"
#include "spec/spec_json.h"
#include "suite/catalog.h"

#endif
