/* device_written_past_the_end.c - the last group of work-items writes all of its elements.
 *
 * No fence surrounds memory of a device, and what lies after the output belongs to
 * another buffer.
 *
 * class: TAIL
 * origin: none known
 * verdict: out-of-bounds-write
 * only: device-canary
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_device.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (status == GAT_OK && broken_size(b) % 16 != 0)
        memset(b->to + broken_size(b), 0, 16 - broken_size(b) % 16);
    return status;
}

SABOTEUR_ON_DEVICE(.after = after)
