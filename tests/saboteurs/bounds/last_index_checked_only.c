/* last_index_checked_only.c - only the last index is checked.
 *
 * A flag is overwritten by each index instead of collecting them.
 *
 * class: BND
 * origin: microsoft/onnxruntime gather_nd.cc 7a7c190a
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return at < b->count - 1 || broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
