/* negative_axis_refused.c - a negative axis is refused.
 *
 * The axis was used without being counted from the end.
 *
 * class: AXN
 * origin: onnx/onnx-mlir#1543
 * verdict: refused
 * operators: gather gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.axis < 0)
        b->refusal = GAT_E_INVALID;
}

SABOTEUR(.ask = ask)
