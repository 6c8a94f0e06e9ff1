/* windows_of_first_batch.c - the window of every batch begins where that of the first does.
 *
 * A cache whose samples have the same length is right all the same.
 *
 * class: BAT
 * origin: none known
 * verdict: wrong-value unwritten
 * operators: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_of(const struct broken *b, int64_t at)
{
    (void)at;
    return broken_index(b, 0);
}

SABOTEUR(.index = index_of)
