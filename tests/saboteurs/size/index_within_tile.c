/* index_within_tile.c - an index is taken inside its tile.
 *
 * A tile holds part of the axis, and the index counts from the beginning of the
 * axis.
 *
 * class: TAIL
 * origin: none known
 * verdict: wrong-value
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t position(const struct broken *b, int64_t index)
{
    int64_t tile = b->c.lists[REF_tile_shape].count > b->a.axis
                       ? b->c.lists[REF_tile_shape].value[b->a.axis]
                       : b->extent;
    return tile > 0 ? broken_position(b, index) % tile : broken_position(b, index);
}

SABOTEUR(.position = position)
