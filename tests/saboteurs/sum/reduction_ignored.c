/* reduction_ignored.c - the last update stays, whatever the reduction.
 *
 * The attribute is read by nobody.
 *
 * class: RED
 * origin: apache/tvm#19527
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    memcpy(broken_at(b, to), broken_update(b, from), b->esize);
}

SABOTEUR(.join = join)
