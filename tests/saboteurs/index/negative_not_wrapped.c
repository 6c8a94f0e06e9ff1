/* negative_not_wrapped.c - a negative index is used as it is.
 *
 * Conversions of Gather handed it to a take() that knows no negative index; the
 * memory before the slice was read.
 *
 * class: NEG
 * origin: apache/tvm#19436, huggingface/candle#2440, hicann/pypto 64c19733e
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t position(const struct broken *b, int64_t index)
{
    (void)b;
    return index;
}

SABOTEUR(.position = position)
