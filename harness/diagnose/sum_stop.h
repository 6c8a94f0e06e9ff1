/* sum_stop.h - integer arithmetic that stops at the end of its type.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUM_STOP_H
#define GAT_SUM_STOP_H

#include "diagnose/sum.h"

/* Is it the end of an integer type, where arithmetic may stop, or what comes of stopping there
 * once on the way, or each time? */
bool gat_sum_stops(const struct gat_sum *m);

#endif
