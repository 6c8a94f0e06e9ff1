/* equal_sizes_refused.c - indices with the extents of data are refused.
 *
 * The comparison is greater where it should be greater or equal.
 *
 * class: SHP
 * origin: tinygrad/tinygrad#1561
 * verdict: refused
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    for (int32_t d = 0; d < b->c.data.ndim && d < b->c.indices.ndim; d++)
        if (d != b->a.axis && b->c.data.shape[d] == b->c.indices.shape[d])
            b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
