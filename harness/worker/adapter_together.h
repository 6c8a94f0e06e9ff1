/* adapter_together.h - several calls in one line to the program, of descriptions that it keeps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_TOGETHER_H
#define GAT_ADAPTER_TOGETHER_H

#include "worker/adapter.h"

/* The bytes that this needs of both memories, beyond the call that is asked alone. */
#define GAT_TOGETHER_IN (2 * (size_t)GAT_MOST_KEPT * GAT_REGION)
#define GAT_TOGETHER_OUT (GAT_TOGETHER_IN + GAT_REGION + GAT_MOST_TOGETHER * GAT_LONGEST_ANSWER)

/* In hello: where regions and answers lie. */
void gat_together_say(struct gat_adapter *a);
/* How many calls may be asked now; 0 where answers wait, or the program takes none together. */
unsigned gat_together_room(const void *context);
/* Ask as many of these calls, from the first on, as go together. */
void gat_adapter_together(void *context, const struct gat_call *const *calls, unsigned n);
/* Are there calls that were asked and not taken yet? */
bool gat_together_waits(const struct gat_adapter *a);
/* The answer to the oldest of them, which is `call`. */
gat_status gat_together_take(struct gat_adapter *a, const struct gat_call *call);

/* While answers are waited for: the fault is told when its call is asked for.  False: at once. */
bool gat_together_died(struct gat_adapter *a, int status);
bool gat_together_broken(struct gat_adapter *a);

#endif
