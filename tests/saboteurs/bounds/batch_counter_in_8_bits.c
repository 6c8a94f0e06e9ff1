/* batch_counter_in_8_bits.c - the number of a batch is kept in the type of the
 * indices.
 *
 * With 8-bit indices more than 127 batches overflowed.
 *
 * class: IDXT
 * origin: jax-ml/jax#16567
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_of_batch(const struct broken *b, int64_t at)
{
    int64_t batch = b->picks > 0 ? at / b->picks : 0;
    return broken_index(b, at + ((uint8_t)batch - batch) * b->picks);
}

SABOTEUR(.index = index_of_batch)
