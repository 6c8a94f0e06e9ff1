/* npu_ping_over_pong.c - a slot is filled anew while it is still copied out.
 *
 * rule: pipe-wait
 * wrap: npu_set npu_wait
 * cases: gather_elements/onnx-13/vector-sizes
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_set(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event);
void __real_npu_wait(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event);

void __wrap_npu_set(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event)
{
    if (from != NPU_OUT)
        __real_npu_set(c, from, to, event);
}

void __wrap_npu_wait(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event)
{
    if (from != NPU_OUT)
        __real_npu_wait(c, from, to, event);
}
