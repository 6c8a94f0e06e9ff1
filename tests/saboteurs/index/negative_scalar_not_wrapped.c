/* negative_scalar_not_wrapped.c - a negative index counts from the end unless it is
 * a single number.
 *
 * Only the path for tensors of indices added the extent.
 *
 * class: NEG
 * origin: tinygrad/tinygrad#9375
 * verdict: wrong-value out-of-bounds-read
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t position(const struct broken *b, int64_t index)
{
    return b->c.indices.ndim == 0 ? index : broken_position(b, index);
}

SABOTEUR(.position = position)
