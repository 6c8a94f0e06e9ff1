/* index_unchecked.c - an index is not checked at all.
 *
 * Bounds were only asserted, and a release has no asserts.
 *
 * class: OOB
 * origin: alibaba/MNN 3e06cabf3, CVE-2022-35937, CVE-2022-35939
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
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

SABOTEUR(.inside = inside)
