/* npu_index_not_clamped.c - an index outside goes to the vector gather as it is.
 *
 * rule: gather-range
 * wrap: npu_scalars
 * cases: gather_elements/pypto/undefined
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_scalars(struct npu_core *c, enum npu_scalar what, struct npu_local to,
                        struct npu_local a, int32_t b, uint64_t count);
void __wrap_npu_scalars(struct npu_core *c, enum npu_scalar what, struct npu_local to,
                        struct npu_local a, int32_t b, uint64_t count)
{
    bool clamps = what == NPU_MINS || what == NPU_MAXS;
    __real_npu_scalars(c, clamps ? NPU_ADDS : what, to, a, clamps ? 0 : b, count);
}
