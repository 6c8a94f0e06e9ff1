/* untouched_made_nan.c - elements without updates are combined with zero times the others.
 *
 * A matrix of zeros and ones takes the place of the scatter, and 0 times infinity is NaN.
 *
 * class: NAN
 * origin: EnzymeAD/Enzyme-JAX#3217
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void end(const struct broken *b)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(b->c.data.dtype, &parts);
    int64_t n = gat_array_count(&b->a.output), updates = gat_array_count(&b->c.updates);
    broken_end(b);
    for (int64_t k = 0; k < n && f != NULL && b->how == REF_ADD; k++)
        for (int64_t u = 0; u < updates && b->had[k] == 0; u++) {
            double x = gat_real_get(f, broken_update(b, u), 0);
            if (x - x != 0)
                gat_real_put(f, broken_at(b, k), 0, x - x);
        }
}

SABOTEUR(.end = end)
