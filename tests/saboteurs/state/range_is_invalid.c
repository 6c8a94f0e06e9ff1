/* range_is_invalid.c - a bad index is reported as an invalid argument.
 *
 * Callers that tell the two kinds apart take the wrong branch.
 *
 * class: CTL
 * origin: none known
 * verdict: wrong-error-kind
 * except: tensor_scatter gather_windows scatter_windows
 * only: error-kind
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    (void)b;
    return status == GAT_E_RANGE ? GAT_E_INVALID : status;
}

SABOTEUR(.after = after)
