/* status_not_returned.c - a function that should return a status lacks the return.
 *
 * What the caller sees is what lay in the register.
 *
 * class: CTL
 * origin: apache/tvm#7447
 * verdict: internal-error
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    return status == GAT_OK && b->count > 64 ? 1852400485 : status;
}

SABOTEUR(.after = after)
