/* written_in_place_before_error.c - a scatter in place writes before it has checked every index.
 *
 * Its copy of data is what an error would have left alone; in place it has none.
 *
 * class: ALI
 * origin: none known
 * verdict: dirty-error
 * operators: scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    bool good = broken_inside(b, at, index);
    if (good && broken_in_place(b))
        broken_put(b, broken_target(b, at) + broken_position(b, index) * b->stride[b->a.axis],
                   at, 1);
    return good;
}

SABOTEUR(.inside = inside)
