/* mean_leaves_data_out_of_count.c - data are added to a mean and not counted.
 *
 * The count is a scatter of ones into zeros.
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
    struct broken less = *b;
    int64_t n = gat_array_count(&b->a.output);
    for (int64_t k = 0; k < n && !b->c.without_data; k++)
        less.had[k] -= less.had[k] > 0;
    broken_end(&less);
}

SABOTEUR(.end = end)
