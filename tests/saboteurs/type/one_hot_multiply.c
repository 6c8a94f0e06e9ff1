/* one_hot_multiply.c - a gather is a product with rows of zeros and a one.
 *
 * What was not picked takes part: 0 times infinity is NaN, and -0.0 is lost.
 *
 * class: NAN
 * origin: tinygrad/tinygrad#11760
 * verdict: wrong-value
 * operators: gather gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    int64_t step = b->inner * (n == b->inner ? 1 : 0);
    const float *data = (const void *)b->source;
    if (strcmp(b->call->op, "gather") != 0)
        step = b->stride[b->a.axis];
    broken_put(b, to, from, n);
    if (b->c.data.dtype != GAT_F32 || b->extent > 64)
        return;
    int64_t p = from / step % b->extent, first = from - p * step;
    for (int64_t e = 0; e < n; e++) {
        float sum = 0;
        for (int64_t k = 0; k < b->extent; k++)
            sum += data[first + k * step + e] * (k == p ? 1.0f : 0.0f);
        memcpy(b->to + (to + e) * 4, &sum, sizeof sum);
    }
}

SABOTEUR(.put = put)
