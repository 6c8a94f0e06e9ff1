/* case_part.h - the parts of a case that all kinds of files share; private to the
 * readers of case files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CASE_PART_H
#define GAT_CASE_PART_H

#include "suite/catalog.h"

#endif
