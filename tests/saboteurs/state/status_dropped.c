/* status_dropped.c - the status of the shape check is dropped.
 *
 * The caller did not look at what the check returned.
 *
 * class: CTL
 * origin: microsoft/onnxruntime gather_elements.cc 04d3d584
 * verdict: accepted
 * operators: gather gather_elements gather_nd scatter scatter_elements scatter_nd scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    (void)b;
    return status == GAT_E_INVALID ? GAT_OK : status;
}

SABOTEUR(.after = after)
