/* scratch_of_one_thread.c - scratch memory of a thread is made by open(), for its thread alone
 *
 * class: CTL
 * origin: none known
 * verdict: crash unstable refused accepted
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static _Thread_local char *volatile scratch;

static gat_status open_it(const char *options, void **context, char *why, size_t n)
{
    (void)options, (void)why, (void)n;
    scratch = calloc(64, 1);
    *context = NULL;
    return scratch == NULL ? GAT_E_NOMEM : GAT_OK;
}

static gat_status after(struct broken *b, gat_status status)
{
    if (b->count > 0)
        scratch[b->count % 64] = 1;
    return status;
}

SABOTEUR(.after = after, .open = open_it)
