/* lanes_written_past_the_end.c - a whole vector is written after the last element.
 *
 * No guard for threads past the end.
 *
 * class: TAIL
 * origin: tracel-ai/burn#2206, pytorch/pytorch#178871
 * verdict: out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (status == GAT_OK && broken_size(b) % 16 != 0)
        memset(b->to + broken_size(b), 0, 16 - broken_size(b) % 16);
    return status;
}

SABOTEUR(.after = after)
