/* error_flag_is_index.c - a bad index of 0 is not noticed.
 *
 * The flag that tells of an error is the bad index itself, and 0 means none; 0 is
 * bad where the axis has no elements.
 *
 * class: BND
 * origin: microsoft/onnxruntime gather_nd.cc 7a7c190a
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return broken_inside(b, at, index) || index == 0;
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->extent > 0)
        broken_put(b, to, from, n);
}

SABOTEUR(.inside = inside, .put = put)
