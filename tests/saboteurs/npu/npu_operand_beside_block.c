/* npu_operand_beside_block.c - local tensors begin four bytes after a block.
 *
 * rule: block-aligned
 * wrap: npu_take
 * cases: gather_elements/pypto/tiling
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

struct npu_local __real_npu_take(struct npu_core *c, uint64_t size);
struct npu_local __wrap_npu_take(struct npu_core *c, uint64_t size)
{
    struct npu_local t = __real_npu_take(c, size + NPU_BLOCK);
    t.at += 4;
    return t;
}
