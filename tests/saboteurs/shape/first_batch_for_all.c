/* first_batch_for_all.c - every batch uses the indices of the first.
 *
 * Rows of later batches were those of the first.
 *
 * class: BAT
 * origin: NVIDIA/TensorRT#2299
 * verdict: wrong-value
 * operators: gather gather_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_of_first(const struct broken *b, int64_t at)
{
    return broken_index(b, b->picks * b->depth > 0 ? at % (b->picks * b->depth) : at);
}

SABOTEUR(.index = index_of_first)
