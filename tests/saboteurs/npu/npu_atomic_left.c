/* npu_atomic_left.c - copies that combine are not ended.
 *
 * rule: atomic-left-set
 * wrap: npu_atomic
 * cases: scatter_elements/onnx-18/reductions
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_atomic(struct npu_core *c, enum npu_reduction how, enum gat_dtype type);

void __wrap_npu_atomic(struct npu_core *c, enum npu_reduction how, enum gat_dtype type)
{
    if (how != NPU_NONE)
        __real_npu_atomic(c, how, type);
}
