/* without.h - a harness with one protection less, to show that it would be missed.
 *
 * Only the build of `make kill-selftest` defines GAT_SELFTEST; then the environment
 * names the protection that is left out, for parent and worker alike.  In every
 * other build the question is a constant and nothing of it is left.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WITHOUT_H
#define GAT_WITHOUT_H

#include <stdbool.h>
#ifdef GAT_SELFTEST
#include <stdlib.h>
#include <string.h>
#endif

static inline bool gat_without(const char *protection)
{
#ifdef GAT_SELFTEST
    const char *less = getenv("GATHERUM_WITHOUT");
    return less != NULL && strcmp(less, protection) == 0;
#else
    (void)protection;
    return false;
#endif
}

#endif
