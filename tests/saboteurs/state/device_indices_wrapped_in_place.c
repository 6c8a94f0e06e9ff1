/* device_indices_wrapped_in_place.c - negative indices are wrapped in the caller's buffer.
 *
 * The device has no memory that cannot be written.
 *
 * class: ALI
 * origin: none known
 * verdict: input-written
 * only: device-inputs
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_device.h"

static int64_t index_wrapped(const struct broken *b, int64_t at)
{
    int64_t index = broken_index(b, at);
    if (index >= 0 || index < -b->extent || b->c.indices.dtype != GAT_I64)
        return index;
    index += b->extent;
    memcpy((char *)b->c.indices.data + at * 8, &index, sizeof index);
    return index;
}

SABOTEUR_ON_DEVICE(.index = index_wrapped)
