/* writes_far_past.c - a store goes 96 KiB after the output.
 *
 * Another buffer would be hit, in some other call.
 *
 * class: OVF
 * origin: none known
 * verdict: out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (status == GAT_OK && broken_size(b) > 0)
        b->to[broken_size(b) + 98304] = 0;
    return status;
}

SABOTEUR(.after = after)
