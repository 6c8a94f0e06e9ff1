/* batch_number_compared_only.c - of the batches of data and indices the numbers are compared.
 *
 * Data with 2 by 3 batches met indices with 3 by 2; both are 6.
 *
 * class: BAT
 * origin: microsoft/onnxruntime#25053
 * trap: batch_uneven_alike
 * verdict: accepted
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t batches(const struct gat_array *t, int64_t n)
{
    int64_t count = 1;
    for (int64_t d = 0; d < n; d++)
        count *= t->shape[d];
    return count;
}

static void ask(struct broken *b)
{
    int64_t n = b->c.batch_dims;
    if (n < 2 || n > b->c.indices.ndim || n > b->c.data.ndim ||
        batches(&b->c.data, n) != batches(&b->c.indices, n))
        return;
    memcpy(b->c.indices.shape, b->c.data.shape, (size_t)n * sizeof b->c.data.shape[0]);
}

SABOTEUR(.ask = ask)
