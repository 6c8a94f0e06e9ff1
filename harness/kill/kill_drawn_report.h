/* kill_drawn_report.h - the score of drawn faults by class, as text and JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_DRAWN_REPORT_H
#define GAT_KILL_DRAWN_REPORT_H

#include "kill/kill_drawn.h"

/* The share `k` of `n` with its 95 % interval by Wilson, in percent. */
struct gat_share {
    unsigned k, n;
    double share, low, high;
};
struct gat_share gat_share_of(unsigned k, unsigned n);
/* Survivors one line each, then the tables. */
void gat_drawn_print(const struct gat_drawn *d);
json_t *gat_drawn_json(const struct gat_drawn *d);

#endif
