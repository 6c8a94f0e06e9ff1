/* settings_of_one_context.c - what open() makes is kept in a static, and close() takes it away
 *
 * Whoever opens a second context and closes it leaves the first one without.
 *
 * class: CTL
 * origin: none known
 * verdict: internal-error
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static int *settings;

static gat_status open_it(const char *options, void **context, char *why, size_t n)
{
    (void)options, (void)why, (void)n;
    settings = calloc(1, sizeof *settings);
    *context = NULL;
    return settings == NULL ? GAT_E_NOMEM : GAT_OK;
}

static void close_it(void *context)
{
    (void)context;
    free(settings);
    settings = NULL;
}

static gat_status after(struct broken *b, gat_status status)
{
    (void)b;
    return settings == NULL ? GAT_E_INTERNAL : status;
}

SABOTEUR(.after = after, .open = open_it, .close = close_it)
