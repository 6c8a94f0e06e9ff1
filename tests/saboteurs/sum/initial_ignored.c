/* initial_ignored.c - the value of data takes part although it should not.
 *
 * The flag is read by nobody.
 *
 * class: RED
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    struct broken with = *b;
    with.c.without_data = false;
    broken_join(&with, to, from);
}

SABOTEUR(.join = join)
