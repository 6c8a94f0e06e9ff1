/* stays_inside.h - do bad indices lead to elements of data, if only offsets count?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_STAYS_INSIDE_H
#define GAT_STAYS_INSIDE_H

#include "oracle/facts.h"

/* Are there indices outside their axis, each of which, multiplied by its stride and added to what
 * is right of its place, names an element of data: that of a neighbour? */
bool gat_stays_inside(const struct gat_facts *f);

#endif
