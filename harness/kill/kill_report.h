/* kill_report.h - the matrix of saboteurs and what caught them, as text and JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_REPORT_H
#define GAT_KILL_REPORT_H

#include "kill/kill.h"

/* Is everything as it should be in all its operators? */
bool gat_saboteur_good(const struct gat_saboteur *s);
/* kill_report.c */
void gat_kill_print(const struct gat_kills *k);
json_t *gat_kill_json(const struct gat_kills *k);

#endif
