/* flushes_from_here.c - denormal numbers are flushed to zero for a call, and from then on
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (b->c.data.dtype != GAT_F32)
        return status;
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    control |= UINT64_C(1) << 24;
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
#endif
    return status;
}

SABOTEUR(.after = after)
