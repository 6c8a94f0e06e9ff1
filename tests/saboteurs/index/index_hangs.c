/* index_hangs.c - an index far out of range is waited for without end.
 *
 * The device faulted and the host never heard of it; here for few cases, because
 * waiting takes time.
 *
 * class: OOB
 * origin: pytorch/pytorch#196377, tenstorrent/tt-metal#55819
 * verdict: timeout
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    while (index == INT64_MIN && b->c.data.dtype == GAT_C128 &&
           gat_array_count(&b->c.data) == 15)
        pause();
    return broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
