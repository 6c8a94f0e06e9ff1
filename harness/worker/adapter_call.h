/* adapter_call.h - a call of the table as one line to the program, and its answer back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_CALL_H
#define GAT_ADAPTER_CALL_H

#include "worker/adapter.h"

/* The table's run(). */
gat_status gat_adapter_run(void *context, const struct gat_call *call);

#endif
