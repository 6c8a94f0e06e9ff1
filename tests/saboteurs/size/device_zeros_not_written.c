/* device_zeros_not_written.c - an element of zero bytes is not written.
 *
 * The output is taken for cleared, as the first allocation on a device often is.
 *
 * class: UNI
 * origin: none known
 * verdict: unwritten
 * operators: gather gather_elements
 * only: device-poison
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_device.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    for (int64_t k = 0; k < n; k++) {
        const char *at = b->source + (size_t)(from + k) * b->esize;
        size_t size = b->esize;
        while (size > 0 && at[size - 1] == 0)
            size--;
        if (size > 0 || b->scatters)
            broken_put(b, to + k, from + k, 1);
    }
}

SABOTEUR_ON_DEVICE(.put = put)
