/* index_skipped.c - an index out of range is skipped without a word.
 *
 * The element is neither written nor reported; float and integer updates even
 * behaved differently.
 *
 * class: OOB
 * origin: tensorflow/tensorflow#13687, #56567
 * verdict: accepted unwritten
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)b;
    (void)at;
    (void)index;
    return true;
}

static int64_t position(const struct broken *b, int64_t index)
{
    return broken_inside(b, 0, index) ? broken_position(b, index) : BROKEN_NOWHERE;
}

SABOTEUR(.inside = inside, .position = position)
