/* indices_wrapped_in_place.c - negative indices are wrapped in the caller's own
 * memory.
 *
 * The second run of the same call saw other indices.
 *
 * class: ALI
 * origin: mindspore gather_d_cpu_kernel.cc 0f4901b3
 * verdict: input-written
 * only: read-only
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_wrapped(const struct broken *b, int64_t at)
{
    int64_t index = broken_index(b, at);
    if (index >= 0 || index < -b->extent || b->c.indices.dtype != GAT_I64)
        return index;
    index += b->extent;
    memcpy((char *)b->c.indices.data + at * 8, &index, sizeof index);
    return index;
}

SABOTEUR(.index = index_wrapped)
