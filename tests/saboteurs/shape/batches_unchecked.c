/* batches_unchecked.c - batch_dims outside its range is taken for 0.
 *
 * Nothing compared it with the ranks; a shape was read out of bounds.
 *
 * class: BAT
 * origin: onnx/onnx#8465, CVE-2021-37654
 * verdict: accepted
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    int64_t n = b->c.batch_dims;
    if (n < 0 || n > b->c.indices.ndim || n > b->a.axis)
        b->c.batch_dims = 0;
}

SABOTEUR(.ask = ask)
