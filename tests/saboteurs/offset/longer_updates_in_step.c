/* longer_updates_in_step.c - updates longer than indices are read as if they were not.
 *
 * One counter runs through both.
 *
 * class: STR
 * origin: ml-explore/mlx#1202
 * verdict: wrong-value
 * operators: scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t next;

static void base(const struct broken *b)
{
    next = 0;
    broken_base(b);
}

static void join(const struct broken *b, int64_t to, int64_t from)
{
    (void)from;
    broken_join(b, to, next++);
}

SABOTEUR(.base = base, .join = join)
