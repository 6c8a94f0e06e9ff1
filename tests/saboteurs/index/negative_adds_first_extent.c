/* negative_adds_first_extent.c - a negative index counts from the end of the first
 * axis.
 *
 * shape[0] was added where shape[axis] was meant; equal extents hide it.
 *
 * class: NEG
 * origin: openvinotoolkit/openvino#17219
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * operators: gather gather_elements gather_nd scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t position(const struct broken *b, int64_t index)
{
    return index < 0 ? index + b->c.data.shape[0] : index;
}

SABOTEUR(.position = position)
