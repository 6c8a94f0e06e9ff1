/* every_second_call_wrong.c - every second call takes its first element from the
 * wrong place.
 *
 * Two buffers are used in turn, and only one of them is filled.
 *
 * class: CTL
 * origin: none known
 * verdict: unstable
 * only: second-call
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    static unsigned calls;
    int64_t n = gat_array_count(&b->a.output);
    if (++calls % 2 == 0 && status == GAT_OK && n > 1)
        memcpy(b->to, b->to + (size_t)(n - 1) * b->esize, b->esize);
    return status;
}

SABOTEUR(.after = after)
