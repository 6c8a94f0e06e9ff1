/* error_reported_once.c - an error is reported the first time and then no more.
 *
 * Warnings that are shown once per process were used for errors.
 *
 * class: CTL
 * origin: none known
 * verdict: accepted
 * except: tensor_scatter gather_windows scatter_windows
 * only: second-call
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    static unsigned errors;
    (void)b;
    return status == GAT_E_RANGE && ++errors % 2 == 0 ? GAT_OK : status;
}

SABOTEUR(.after = after)
