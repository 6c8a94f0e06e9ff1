/* worker_device.h - a call whose operands lie in memory of a device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKER_DEVICE_H
#define GAT_WORKER_DEVICE_H

#include "worker/ring.h"

/* A call whose operands lie in memory of a device.  True where the backend
 * has such memory. */
bool gat_device_serves(const struct gat_backend *b);
gat_status gat_device_run(const struct gat_backend *b, void *context,
                          const struct gat_order *o, const struct gat_call *call,
                          struct gat_result *r);

#endif
