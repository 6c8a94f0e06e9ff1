/* npu_axis_cut.c - the axis of the input is cut in two, as any other dimension.
 *
 * rule: axis-cut
 * wrap: npu_job_plan
 * cases: gather_elements/pypto/tiling
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_job_plan(struct npu_job *j, const struct npu_question *q,
                         const struct npu_product *p);
void __wrap_npu_job_plan(struct npu_job *j, const struct npu_question *q,
                         const struct npu_product *p)
{
    __real_npu_job_plan(j, q, p);
    j->whole = (j->whole + 1) / 2;
}
