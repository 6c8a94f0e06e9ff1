/* updates_not_compared.c - the extents of updates are not compared with those of
 * indices.
 *
 * Fewer updates than indices are read past their end.
 *
 * class: SHP
 * origin: CVE-2021-37655, alibaba/MNN#4697
 * verdict: out-of-bounds-read
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    void *data = b->c.updates.data;
    enum gat_dtype dtype = b->c.updates.dtype;
    b->c.updates = b->c.indices;
    b->c.updates.data = data;
    b->c.updates.dtype = dtype;
}

SABOTEUR(.ask = ask)
