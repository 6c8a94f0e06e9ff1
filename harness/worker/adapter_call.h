/* adapter_call.h - a call of the table as one line to the program, and its answer back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_CALL_H
#define GAT_ADAPTER_CALL_H

#include "worker/adapter.h"

/* The table's run(), and its infer() where the manifest has "infer". */
gat_status gat_adapter_run(void *context, const struct gat_call *call);
gat_status gat_adapter_infer(void *context, const struct gat_call *call, uint32_t k,
                             struct gat_inferred *out);

#endif
