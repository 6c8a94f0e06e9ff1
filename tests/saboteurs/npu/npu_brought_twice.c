/* npu_brought_twice.c - a copy is repeated at once, with no barrier between.
 *
 * rule: pipe-barrier
 * wrap: npu_bring
 * cases: scatter/onnx-11/document
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __real_npu_bring(struct npu_core *c, struct npu_local to, const struct npu_global *from,
                      uint64_t at, uint64_t size);
void __wrap_npu_bring(struct npu_core *c, struct npu_local to, const struct npu_global *from,
                      uint64_t at, uint64_t size)
{
    __real_npu_bring(c, to, from, at, size);
    __real_npu_bring(c, to, from, at, size);
}
