/* adapter_time.h - what a call through an adapter costs, beside the framework's own part of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_TIME_H
#define GAT_ADAPTER_TIME_H

#include "worker/adapter.h"

struct gat_adapter_time {
    unsigned calls;
    double round_us; /* median of a call without the framework's own part */
    double own_us;
};

/* Many calls of one job; false when it does not answer. */
bool gat_adapter_time(const char *path, const char *options, const struct gat_job *job,
                      struct gat_adapter_time *out);

#endif
