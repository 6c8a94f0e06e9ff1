/* scatter_by_mask.c - a scatter keeps data times a mask and adds the update.
 *
 * A NaN or infinity in data is not replaced: 0 times it is NaN.
 *
 * class: NAN
 * origin: EnzymeAD/Enzyme-JAX#3217
 * verdict: wrong-value
 * operators: scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    float old, update;
    if (b->c.data.dtype != GAT_F32) {
        broken_put(b, to, from, n);
        return;
    }
    memcpy(&old, b->to + to * 4, sizeof old);
    memcpy(&update, b->source + from * 4, sizeof update);
    update += old * 0.0f;
    memcpy(b->to + to * 4, &update, sizeof update);
}

SABOTEUR(.put = put)
