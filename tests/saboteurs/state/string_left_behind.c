/* string_left_behind.c - the views of the output lead into memory that was given
 * back.
 *
 * A temporary holds the copies and ends with the call.
 *
 * class: ALI
 * origin: none known
 * verdict: wrong-value out-of-bounds-read
 * except: gather_windows scatter_windows
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (status != GAT_OK || b->c.data.dtype != GAT_STR)
        return status;
    struct gat_string *s = (struct gat_string *)(void *)b->to;
    char *copy = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int64_t k = 0; k < gat_array_count(&b->a.output); k++)
        if (s[k].size > 0 && s[k].size < 4096)
            s[k].data = memcpy(copy + k % 16 * 4096, s[k].data, s[k].size);
    munmap(copy, 65536);
    return status;
}

SABOTEUR(.after = after)
