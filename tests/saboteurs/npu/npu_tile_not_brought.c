/* npu_tile_not_brought.c - tiles are used that were never brought.
 *
 * rule: stale-read
 * wrap: npu_tile_bring
 * cases: gather_elements/pypto/document
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

void __wrap_npu_tile_bring(struct npu_core *c, struct npu_local to, const struct npu_tile *t,
                           const struct npu_global *from, const int64_t *shape,
                           const int64_t *start)
{
    (void)c, (void)to, (void)t, (void)from, (void)shape, (void)start;
}
