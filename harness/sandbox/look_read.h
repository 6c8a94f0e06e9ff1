/* look_read.h - what an adapter says of its own process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LOOK_READ_H
#define GAT_LOOK_READ_H

#include "sandbox/leftovers.h"

/* Add its answer to `look`; false if that is none.  memory: it was asked for that. */
bool gat_look_read(const char *text, size_t n, bool memory, struct gat_process *p);

#endif
