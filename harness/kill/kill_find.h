/* kill_find.h - which saboteurs there are, and what their sources say of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_FIND_H
#define GAT_KILL_FIND_H

#include "kill/kill.h"

/* The saboteurs that patterns select, or those of --backend, with what
 * their sources say.  An exit code, 0 when there are some. */
int gat_kill_find(struct gat_kills *k);

#endif
