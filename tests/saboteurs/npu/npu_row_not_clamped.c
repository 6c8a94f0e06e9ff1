/* npu_row_not_clamped.c - a row is copied from where the index says, wherever that is.
 *
 * rule: global-range
 * wrap: npu_names
 * cases: gather/mindspore/undefined gather/onnx-13/errors
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

int64_t __wrap_npu_names(struct npu_core *c, const struct npu_question *q, struct npu_local raw,
                         uint64_t at, bool *good)
{
    int64_t index = npu_get(c, raw, at, (uint64_t)q->isize);
    *good = true;
    return index < 0 && q->wraps ? index + q->extent : index;
}
