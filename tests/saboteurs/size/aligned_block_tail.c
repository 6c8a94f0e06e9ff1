/* aligned_block_tail.c - the aligned block that the output ends in is written
 * whole.
 *
 * What lies after the output in that block belongs to somebody else, and can be
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
    size_t size = broken_size(b), tail = (16 - (uintptr_t)(b->to + size) % 16) % 16;
    if (status == GAT_OK && size > 0)
        memset(b->to + size, 0, tail);
    return status;
}

SABOTEUR(.after = after)
