/* clock.c - the time of this machine that only goes forward.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"

#include <time.h>

double gat_seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
