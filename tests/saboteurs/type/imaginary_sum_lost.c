/* imaginary_sum_lost.c - only the real parts of complex numbers are added.
 *
 * The loop runs over half of the floats.
 *
 * class: DTY
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(b->c.data.dtype, &parts);
    double imaginary = f != NULL && parts == 2 ? gat_real_get(f, broken_at(b, to), 1) : 0;
    broken_join(b, to, from);
    if (f != NULL && parts == 2 && b->how == REF_ADD)
        gat_real_put(f, broken_at(b, to), 1, imaginary);
}

SABOTEUR(.join = join)
