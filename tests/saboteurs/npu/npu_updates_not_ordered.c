/* npu_updates_not_ordered.c - copies out may overtake each other.
 *
 * rule: pipe-barrier
 * wrap: npu_barrier
 * cases: scatter_nd/onnx-11/blocks scatter_nd/onnx-18/reductions
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __wrap_npu_barrier(struct npu_core *c, enum npu_pipe pipe)
{
    (void)c, (void)pipe;
}
