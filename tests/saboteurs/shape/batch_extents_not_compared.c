/* batch_extents_not_compared.c - the batch extents of data and indices are not
 * compared.
 *
 * Data with 3 batches met indices with 2, and their missing batch was read.
 *
 * class: BAT
 * origin: microsoft/onnxruntime#25053
 * trap: batch_uneven
 * verdict: accepted out-of-bounds-read
 * operators: gather gather_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    for (int64_t d = 0;
         d < b->c.batch_dims && d < b->c.indices.ndim && d < b->c.data.ndim; d++)
        b->c.indices.shape[d] = b->c.data.shape[d];
}

SABOTEUR(.ask = ask)
