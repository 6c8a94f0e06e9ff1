/* loses_minus_zero.c - adds 0.0 to what it copies: minus zero becomes zero.
 *
 * verdict: wrong-value
 * guilty: payloads/.+
 * says: the sign of zero is lost; 1 of 5
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    for (size_t at = 0; g->dtype == GAT_F32 && status == GAT_OK && at < g->to_size;
         at += 4) {
        uint32_t bits;
        memcpy(&bits, g->to + at, 4);
        if (bits == 0x80000000u)
            memset(g->to + at, 0, 4);
    }
    return status;
}

PLUGIN(0)
