/* prng.h - the only source of randomness: a seeded stream (SplitMix64).
 *
 * A case's stream starts from hash(seed of the run, name of the case), so a case
 * alone sees the data that it saw in the crowd.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PRNG_H
#define GAT_PRNG_H

#include <stdint.h>

struct gat_prng {
    uint64_t state;
};

static inline uint64_t gat_prng_next(struct gat_prng *p)
{
    uint64_t z = (p->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Uniform in [0, n), n > 0; the bias is below 2^-32 for n < 2^32. */
__extension__ typedef unsigned __int128 gat_uint128;
static inline uint64_t gat_prng_below(struct gat_prng *p, uint64_t n)
{
    return (uint64_t)(((gat_uint128)gat_prng_next(p) * n) >> 64);
}

#endif
