/* axis_tensor_ignored.c - an axis that comes as a tensor is ignored.
 *
 * Only the attribute was looked at.
 *
 * class: AXN
 * origin: apache/tvm#15017
 * verdict: wrong-value refused out-of-bounds-read out-of-bounds-write
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->c.axis_tensor.ndim = -1;
}

SABOTEUR(.ask = ask)
