/* version_forges.c - has a version with a line of TAP, an escape and a character that
 * reverses what follows.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
static const struct gat_backend table = {.abi = GAT_ABI,
                                         .struct_size = sizeof table,
                                         .name = "plugin",
                                         .version = "1\x1b[2J\nok 3 - forged\xe2\x80\xae",
                                         .profile = "cpu",
                                         .claims = &plugin_claim,
                                         .n_claims = 1,
                                         .run = plugin_run};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    (void)host_abi;
    return &table;
}
