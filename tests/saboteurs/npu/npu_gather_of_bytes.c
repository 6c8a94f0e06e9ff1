/* npu_gather_of_bytes.c - the vector gather is given elements of every size.
 *
 * rule: gather-type
 * wrap: npu_job_plan
 * cases: gather_elements/onnx-13/document gather_elements/onnx-13/types
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_job_plan(struct npu_job *j, const struct npu_question *q,
                         const struct npu_product *p);
void __wrap_npu_job_plan(struct npu_job *j, const struct npu_question *q,
                         const struct npu_product *p)
{
    struct npu_product more = *p;
    more.gather_sizes = 1 + 2 + 4 + 8;
    __real_npu_job_plan(j, q, &more);
}
