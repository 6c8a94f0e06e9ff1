/* closes_files.c - closes every descriptor that it can find.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g) && g->dtype == GAT_F32)
        for (int fd = 0; fd < 1024; fd++)
            close(fd);
    return gather_run(g);
}

PLUGIN(0)
