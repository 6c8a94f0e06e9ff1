/* index_cut_to_16_bits.c - index arithmetic happens in 16 bits.
 *
 * Positions above 32767 became negative.
 *
 * class: IDXT
 * origin: cupy/cupy#757
 * verdict: wrong-value refused accepted
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_cut(const struct broken *b, int64_t at)
{
    return (int16_t)broken_index(b, at);
}

SABOTEUR(.index = index_cut)
