/* foreign_abi.c - a backend of another time: its table has a later ABI number.
 *
 * exit: 2
 * says: ABI
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gatherum/backend.h"

static const struct gat_backend table = {
    .abi = GAT_ABI + 41, .struct_size = sizeof table, .name = "later"};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    (void)host_abi;
    return &table;
}
