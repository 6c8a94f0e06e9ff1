/* error_left_to_the_next.c - an error is kept where the next call finds it, and reports it too.
 *
 * A device keeps its last error until somebody asks for it, and each call begins by asking.
 *
 * class: CTL
 * origin: none known
 * verdict: unrepeatable refused
 * except: tensor_scatter gather_windows scatter_windows
 * only: manners
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    static bool kept;
    (void)b;
    bool told = kept;
    kept = !told && status == GAT_E_RANGE;
    return told ? GAT_E_RANGE : status;
}

SABOTEUR(.after = after)
