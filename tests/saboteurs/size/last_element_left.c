/* last_element_left.c - the last element of the output is not written.
 *
 * A bound is off by one at the end of everything.
 *
 * class: UNI
 * origin: none known
 * verdict: unwritten
 * operators: gather gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    int64_t last = gat_array_count(&b->a.output) - 1;
    broken_put(b, to, from, to + n > last ? n - 1 : n);
}

SABOTEUR(.put = put)
