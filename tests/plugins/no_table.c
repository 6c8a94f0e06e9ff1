/* no_table.c - a backend that says it cannot serve this harness.
 *
 * exit: 2
 * says: ABI
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gatherum/backend.h"

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    (void)host_abi;
    return NULL;
}
