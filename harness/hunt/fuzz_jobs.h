/* fuzz_jobs.h - several searches at a time, each in a process of its own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_JOBS_H
#define GAT_FUZZ_JOBS_H

#include "hunt/fuzz.h"

int gat_fuzz_jobs(unsigned n, gat_fuzz_search *search, void *user, struct gat_fuzz_sum *sum);

#endif
