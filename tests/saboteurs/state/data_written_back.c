/* data_written_back.c - data is written back as it was.
 *
 * Nothing changes, and memory that may be shared or read-only is written all the
 * same.
 *
 * class: ALI
 * origin: none known
 * verdict: input-written
 * only: read-only
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    volatile char *data = b->c.data.data;
    if (gat_array_size(&b->c.data) > 0)
        data[0] = data[0];
}

SABOTEUR(.plan = plan)
