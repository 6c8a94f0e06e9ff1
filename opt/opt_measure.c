/* opt_measure.c - which loops of a level are the faster ones on this machine.
 *
 * Both give the same bytes, so what the clock says decides nothing but time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>

#include "opt.h"
#include "opt_level.h"

enum { PICKS = 1024, TABLE = 4096, CALLS = 4, SAMPLES = 7 }; /* some tenths of a millisecond */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The least time of some calls so far. */
static void sample(const struct opt_level *l, const struct opt_pick *p, double *least)
{
    double start = now();
    for (int k = 0; k < CALLS; k++)
        l->pick(p);
    double seconds = now() - start;
    *least = seconds < *least ? seconds : *least;
}

const struct opt_level *opt_level_measured(const struct opt_level *l)
{
    _Alignas(64) int32_t table[TABLE], to[PICKS];
    _Alignas(64) int64_t indices[PICKS];
    double singly = 1, gathered = 1;
    if (l->gathering == NULL)
        return l;
    memset(table, 0, sizeof table); /* in the first cache from now on */
    for (unsigned k = 0; k < PICKS; k++)
        indices[k] = (int64_t)(k * 2654435761U % TABLE);
    struct opt_pick p = {
        .fold = {.from = (const char *)indices, .rows = 1, .width = PICKS, .pitch = PICKS,
                 .extent = TABLE, .scale = 1, .wide = true, .wraps = true},
        .to = (char *)to,
        .from = (const char *)table,
        .row = 4,
    };
    for (int k = 0; k < SAMPLES; k++) {
        sample(l, &p, &singly);
        sample(l->gathering, &p, &gathered);
    }
    return gathered < 0.9 * singly ? l->gathering : l; /* by more than chance */
}
