/* worker_device.h - one call on operands in memory of a device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKER_DEVICE_H
#define GAT_WORKER_DEVICE_H

#include "exchange/ring.h"

/* Does the backend take operands in memory of a device? */
bool gat_device_serves(const struct gat_backend *b);
/* ... and offers addresses of which it maps pieces: fences and giants are there too. */
bool gat_device_maps(const struct gat_backend *b);
/* Bring the operands there, make the call, look at every byte that went and return outputs; what
 * the call answered.  The result says which byte in or beside an operand was changed.
 * Bare: an operand that would be flush with an end of its memory is flush with that end of its
 * buffer, which a tool watches. */
gat_status gat_device_run(const struct gat_backend *b, void *context, const struct gat_order *o,
                          const struct gat_call *call, bool bare, struct gat_result *r);

#endif
