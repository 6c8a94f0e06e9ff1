/* tuple_cut_to_rank.c - what a tuple has more than data have dimensions is left out.
 *
 * Its length was bounded instead of checked.
 *
 * class: DEP
 * origin: alibaba/MNN#4697, sonos/tract bc9a79a52
 * verdict: accepted
 * operators: gather_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    struct gat_array *indices = &b->c.indices;
    int64_t most = b->c.data.ndim - b->c.batch_dims;
    if (indices->ndim > 0 && most > 0 && most < indices->shape[indices->ndim - 1])
        indices->shape[indices->ndim - 1] = most;
}

SABOTEUR(.ask = ask)
