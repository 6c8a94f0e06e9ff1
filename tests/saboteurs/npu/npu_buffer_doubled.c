/* npu_buffer_doubled.c - tiles are cut for twice the buffer that there is.
 *
 * rule: buffer-size
 * wrap: npu_job_plan
 * cases: scatter/onnx-11/blocks
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_job_plan(struct npu_job *j, const struct npu_question *q,
                         const struct npu_product *p);
void __wrap_npu_job_plan(struct npu_job *j, const struct npu_question *q,
                         const struct npu_product *p)
{
    struct npu_product more = *p;
    more.buffer *= 2;
    __real_npu_job_plan(j, q, &more);
}
