/* npu_copy_not_whole.c - a result leaves by the plain copy, whole blocks or not.
 *
 * rule: whole-blocks
 * wrap: npu_send
 * cases: gather/onnx-13/rows
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __wrap_npu_send(struct npu_core *c, const struct npu_global *to, uint64_t at,
                     struct npu_local from, uint64_t size)
{
    npu_copy_out(c, to, at, from, size);
}
