/* seed.c - the seed of a run, as --seed gives it.
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
