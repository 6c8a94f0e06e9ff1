/* interrupt.c - somebody wants the program to end, and may still be told what it knows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/interrupt.h"

#include <signal.h>

#include "base/clock.h"

static volatile sig_atomic_t noted;
static double noted_at; /* seconds; written before `noted` is */

bool gat_interrupt_note(void)
{
    double now = gat_seconds_now();
    if (noted != 0)
        return now - noted_at > 0.5;
    noted_at = now;
    noted = 1;
    return false;
}

bool gat_interrupted(void)
{
    return noted != 0;
}
