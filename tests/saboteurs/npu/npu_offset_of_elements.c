/* npu_offset_of_elements.c - the vector gather is given offsets in elements, not in bytes.
 *
 * rule: gather-offset
 * wrap: npu_scalars
 * cases: gather_elements/pypto/tiling
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_scalars(struct npu_core *c, enum npu_scalar what, struct npu_local to,
                        struct npu_local a, int32_t b, uint64_t count);
void __wrap_npu_scalars(struct npu_core *c, enum npu_scalar what, struct npu_local to,
                        struct npu_local a, int32_t b, uint64_t count)
{
    __real_npu_scalars(c, what, to, a, what == NPU_MULS ? 1 : b, count);
}
