/* device_base_rounded.c - the output's address is rounded to the alignment of a buffer.
 *
 * An operand that begins in the middle of a buffer, as in a pool of memory, is written
 * in front of where it lies.
 *
 * class: VEC
 * origin: none known
 * verdict: out-of-bounds-write unwritten wrong-value
 * operators: gather gather_elements
 * only: device-alignment
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_device.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    struct broken rounded = *b;
    rounded.to -= (uintptr_t)b->to % 64;
    broken_put(&rounded, to, from, n);
}

SABOTEUR_ON_DEVICE(.put = put, .unclaimed = GAT_TAKES_VIEWS | GAT_ODD_ADDRESSES)
