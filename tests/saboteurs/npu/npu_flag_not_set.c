/* npu_flag_not_set.c - what came in is waited for, and nothing says that it came.
 *
 * rule: flag-never-set
 * wrap: npu_set
 * cases: gather_elements/pypto/document
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_set(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event);
void __wrap_npu_set(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event)
{
    if (from != NPU_IN)
        __real_npu_set(c, from, to, event);
}
