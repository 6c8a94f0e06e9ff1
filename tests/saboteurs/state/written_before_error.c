/* written_before_error.c - part of the output is written before the error is
 * reported.
 *
 * Checking and copying share a loop, so a bad index at the end comes late.
 *
 * class: CTL
 * origin: mindspore tensor_scatter_elements_cpu_kernel.cc 4662a9a3
 * verdict: dirty-error
 * except: gather_windows scatter_windows
 * only: clean-error
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (status == GAT_E_RANGE && broken_size(b) > 0 &&
        !broken_inside(b, b->count - 1, broken_index(b, b->count - 1)))
        memset(b->to, 0, b->esize);
    return status;
}

SABOTEUR(.after = after)
