/* byte_before_data_read.c - the byte before data is read, and thrown away.
 *
 * A loop runs one step too far to the front.
 *
 * class: OOB
 * origin: none known
 * verdict: out-of-bounds-read
 * only: fence-before
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    const volatile char *data = b->c.data.data;
    if (gat_array_size(&b->c.data) > 0)
        (void)data[-1];
}

SABOTEUR(.plan = plan)
