/* aligned_block_head.c - the aligned block that the output begins in is written
 * whole.
 *
 * What lies before the output in that block belongs to somebody else, and can be
 * touched.
 *
 * class: TAIL
 * origin: none known
 * verdict: out-of-bounds-write
 * only: canary
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    size_t head = broken_size(b) > 0 ? (uintptr_t)b->to % 16 : 0;
    if (status == GAT_OK)
        memset(b->to - head, 0, head);
    return status;
}

SABOTEUR(.after = after)
