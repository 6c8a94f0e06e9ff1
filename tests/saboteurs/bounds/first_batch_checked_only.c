/* first_batch_checked_only.c - indices of the first batch only are checked.
 *
 * The check runs over the indices of one batch, the copy over those of all.
 *
 * class: BND
 * origin: tensorflow/tflite-micro#3593
 * verdict: accepted out-of-bounds-read
 * operators: gather gather_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return at >= b->picks * b->depth || broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
