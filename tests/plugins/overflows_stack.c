/* overflows_stack.c - calls itself until the stack is used up.
 *
 * verdict: crash
 * guilty: scalar-index/int64,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static int deeper(const volatile char *above, int depth)
{
    volatile char page[4096];
    page[0] = above[0];
    return depth == 0 ? page[0] : deeper(page, depth - 1) + page[0];
}

static gat_status answer(struct gather *g)
{
    char zero = 0;
    if (is_scalar(g) && g->dtype == GAT_I64 && deeper(&zero, 1 << 30) != 0)
        return GAT_E_INTERNAL;
    return gather_run(g);
}

PLUGIN(0)
