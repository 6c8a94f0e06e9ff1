/* nan_of_data_lost.c - min and max forget a NaN in data when an update comes.
 *
 * The comparison is a < b ? a : b, and false for a NaN.
 *
 * class: NAN
 * origin: onnxruntime scatter_nd.cc 178ba40c
 * verdict: wrong-value
 * operators: scatter_windows
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(b->c.data.dtype, &parts);
    bool best = b->how == REF_MIN || b->how == REF_MAX;
    double was = best && f != NULL ? gat_real_get(f, broken_at(b, to), 0) : 0;
    if (best && was != was)
        memcpy(broken_at(b, to), broken_update(b, from), b->esize);
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
