/* negative_adds_rank.c - the rank is added to a negative index.
 *
 * The same helper served axes and indices.
 *
 * class: NEG
 * origin: openvinotoolkit/openvino#22039
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t position(const struct broken *b, int64_t index)
{
    return index < 0 ? index + b->c.data.ndim : index;
}

SABOTEUR(.position = position)
