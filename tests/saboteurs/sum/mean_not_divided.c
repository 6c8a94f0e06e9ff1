/* mean_not_divided.c - a mean is a sum.
 *
 * The last step is left out.
 *
 * class: RED
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void end(const struct broken *b)
{
    (void)b;
}

SABOTEUR(.end = end)
