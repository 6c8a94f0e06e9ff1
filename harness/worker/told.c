/* told.c - cases that are answered from what was written down, in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/told.h"

#include <string.h>

bool gat_told_run(const struct gat_teller *t, const struct gat_engine_source *source)
{
    struct gat_job job;
    for (;;) {
        struct gat_reply reply = {.end = GAT_END_LOST, .error_text = ""};
        memset(&job, 0, sizeof job);
        if (!source->next(source->user, &job))
            return true;
        t->tell(t->user, &job, &reply);
        if (!source->done(source->user, &job, &reply))
            return false;
    }
}
