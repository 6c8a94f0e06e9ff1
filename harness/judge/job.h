/* job.h - what goes through the contract for a case, and how its operands lie in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_JOB_H
#define GAT_JOB_H

#include "engine/engine.h"
#include "oracle/expectation.h"

/* Fill in what goes through the contract for a case; `user` is left to the caller. */
void gat_job_fill(const struct gat_expectation *x, const struct gat_claim *claim,
                  struct gat_job *job);
/* How one of its calls is made: some drawn cases make one twice, and where the claim says
 * GAT_ANY_CALLER, some cases of each variant try another thread or context. */
enum gat_manner gat_job_manner(const struct gat_member *m, const struct gat_claim *claim);
/* "data with strides [7,2], indices at an unaligned address"; false: the case comes plainly. */
bool gat_presentation_tell(const struct gat_expectation *x, uint32_t min_align, char *out,
                           size_t size);

#endif
