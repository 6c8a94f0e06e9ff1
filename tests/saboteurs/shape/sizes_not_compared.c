/* sizes_not_compared.c - indices beyond the extents of data go unnoticed.
 *
 * The check was there and its status was dropped, so the kernel left the buffer.
 *
 * class: SHP
 * origin: microsoft/onnxruntime gather_elements.cc 04d3d584
 * verdict: out-of-bounds-read out-of-bounds-write accepted
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->trusting = b->a.rule == REF_bad_sizes &&
                  (!b->scatters || gat_array_count(&b->c.updates) == b->count);
}

SABOTEUR(.ask = ask)
