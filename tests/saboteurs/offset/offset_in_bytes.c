/* offset_in_bytes.c - an offset in elements is used as one in bytes.
 *
 * Right for types of one byte.
 *
 * class: STR
 * origin: PTO-ISA/SuperNPUBench#125
 * verdict: wrong-value unwritten
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    size_t size = (size_t)n * b->esize;
    if (b->scatters)
        memcpy(b->to + to, b->source + (size_t)from * b->esize, size);
    else
        memcpy(b->to + (size_t)to * b->esize, b->source + from, size);
}

SABOTEUR(.put = put)
