/* bench_level.h - one instruction set for all contenders of a bench.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_LEVEL_H
#define GAT_BENCH_LEVEL_H

#include <stdbool.h>

/* Set the variables by which frameworks that are started later keep to the level; false: none has
 * that name. */
bool gat_bench_level_set(const char *name);

#endif
