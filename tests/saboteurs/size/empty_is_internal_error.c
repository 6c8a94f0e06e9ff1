/* empty_is_internal_error.c - indices without elements trip an assertion of the
 * backend.
 *
 * An assertion about the size of the launch grid.
 *
 * class: EMP
 * origin: pytorch/pytorch#188213, rusty1s/pytorch_scatter#39
 * verdict: internal-error
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->count == 0)
        b->refusal = GAT_E_INTERNAL;
}

SABOTEUR(.ask = ask)
