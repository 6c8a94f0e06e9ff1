/* no_lower_bound.c - only the upper bound of an index is checked.
 *
 * An index of -10 leaked the heap before the tensor.
 *
 * class: BND
 * origin: microsoft/onnxruntime#27265, CVE-2021-37687
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)at;
    return index < b->extent;
}

SABOTEUR(.inside = inside)
