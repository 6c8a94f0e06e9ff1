/* wild_manifest.c - points to claims that lie nowhere.
 *
 * exit: 2
 * says: claim
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static const struct gat_backend table = {
    .abi = GAT_ABI,
    .struct_size = sizeof table,
    .name = "plugin",
    .version = "1",
    .profile = "cpu",
    .claims = (const struct gat_claim *)(uintptr_t)64,
    .n_claims = 1,
    .run = plugin_run};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    (void)host_abi;
    return &table;
}
