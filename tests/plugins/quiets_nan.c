/* quiets_nan.c - copies floats through arithmetic: signalling NaNs come out quiet.
 *
 * verdict: wrong-value
 * guilty: payloads/.+
 * says: a signalling NaN was quieted; 2 of 5
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
        if ((bits & 0x7f800000u) == 0x7f800000u && (bits & 0x7fffffu) != 0)
            bits |= 0x400000u;
        memcpy(g->to + at, &bits, 4);
    }
    return status;
}

PLUGIN(0)
