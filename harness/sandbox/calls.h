/* calls.h - the filter of system calls.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CALLS_H
#define GAT_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* Can this machine filter system calls, and is its table known here? */
bool gat_calls_known(void);
/* Filter them from now on; false and errno. */
bool gat_calls_filter(uint32_t needs);

#endif
