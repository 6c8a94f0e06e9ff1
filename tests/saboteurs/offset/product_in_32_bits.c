/* product_in_32_bits.c - the product of extents that makes a stride is formed in 32
 * bits.
 *
 * Offsets themselves have 64.
 *
 * class: OVF
 * origin: onnx/onnx#8277, CVE-2019-16778
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * operators: gather gather_elements gather_nd scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    b->data_row = (int32_t)((uint32_t)b->extent * (uint32_t)b->inner);
    for (int32_t d = 0; d < b->c.data.ndim; d++)
        b->stride[d] = (int32_t)b->stride[d];
}

SABOTEUR(.plan = plan)
