/* npu_flag_not_awaited.c - the last flags of a kernel are not waited for.
 *
 * rule: flag-left-set
 * wrap: npu_slots_close
 * cases: scatter/onnx-11/document
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __wrap_npu_slots_close(struct npu_core *c, enum npu_pipe from, enum npu_pipe to,
                            unsigned first)
{
    (void)c, (void)from, (void)to, (void)first;
}
