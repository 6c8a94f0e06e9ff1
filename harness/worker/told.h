/* told.h - an engine without a worker: what came of each case was written down elsewhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TOLD_H
#define GAT_TOLD_H

#include "worker/engine.h"

/* Who knows what came of a case. */
struct gat_teller {
    const struct gat_manifest *manifest; /* lives longer than the engine */
    /* Fill *reply, which is GAT_END_LOST at first; what it points to stays valid until the next
     * question. */
    void (*tell)(void *user, const struct gat_job *job, struct gat_reply *reply);
    void *user;
};

/* gat_engine_run of such an engine. */
bool gat_told_run(const struct gat_teller *t, const struct gat_engine_source *source);

#endif
