/* wrong_when_aligned.c - the answer depends on where the output lies.
 *
 * The path for aligned memory leaves out what the other path does.
 *
 * class: TAIL
 * origin: none known
 * verdict: unstable
 * only: second-call
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    int64_t n = gat_array_count(&b->a.output);
    if ((uintptr_t)b->to % 64 == 0 && status == GAT_OK && n > 1)
        memcpy(b->to, b->to + (size_t)(n - 1) * b->esize, b->esize);
    return status;
}

SABOTEUR(.after = after)
