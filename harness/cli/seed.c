/* seed.c - what the data of a run begin with, and how many of its cases are drawn.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/seed.h"

int gat_options_seed(const struct gat_options *o, uint64_t *out)
{
    char *end;
    *out = 1;
    if (o->seed == NULL)
        return 0;
    errno = 0;
    *out = strtoull(o->seed, &end, 0);
    if (o->seed[0] >= '0' && o->seed[0] <= '9' && *end == '\0' && errno == 0)
        return 0;
    return gat_complain(GAT_EXIT_USAGE, "--seed takes a number of at most 64 bits, not '%s'",
                        o->seed);
}

int gat_options_draw(const struct gat_options *o, unsigned *out)
{
    char *end;
    enum { MOST = 1000000, USUAL = 300 };
    *out = USUAL;
    if (o->draw == NULL)
        return 0;
    errno = 0;
    unsigned long n = strtoul(o->draw, &end, 10);
    *out = (unsigned)n;
    if (o->draw[0] >= '0' && o->draw[0] <= '9' && *end == '\0' && errno == 0 && n <= MOST)
        return 0;
    return gat_complain(GAT_EXIT_USAGE, "--draw takes a number of at most %d, not '%s'", MOST,
                        o->draw);
}
