/* slack_written.c - the slack up to the claimed alignment is written.
 *
 * A claim of 64-byte alignment does not make the rest of the line the backend's
 * own.
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
    size_t size = broken_size(b);
    if (status == GAT_OK && size % 64 != 0)
        b->to[size] = 0;
    return status;
}

SABOTEUR(.after = after, .min_align = 64)
