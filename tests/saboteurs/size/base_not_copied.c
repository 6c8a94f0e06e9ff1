/* base_not_copied.c - a scatter does not copy data into its output.
 *
 * Written for work in place, and used where output and data differ.
 *
 * class: UNI
 * origin: hicann/ops-nn 3a8e1654d
 * verdict: unwritten
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void base(const struct broken *b)
{
    (void)b;
}

SABOTEUR(.base = base)
