/* lanes_read_past_the_end.c - a whole vector is read at the last element of data.
 *
 * The lanes beyond it are thrown away, but they were read.
 *
 * class: TAIL
 * origin: tracel-ai/burn#2206
 * verdict: out-of-bounds-read
 * only: fence-after
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    const volatile char *data = b->c.data.data;
    size_t size = gat_array_size(&b->c.data);
    if (size > 0)
        (void)data[(size + 15) / 16 * 16 - 1];
}

SABOTEUR(.plan = plan)
