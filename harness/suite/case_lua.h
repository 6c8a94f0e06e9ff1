/* case_lua.h - generators: cases/<operator>.<topic>.lua.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CASE_LUA_H
#define GAT_CASE_LUA_H

#include "suite/catalog.h"
#include "suite/points.h"

/* Read a generator's header: one test with a script. */
bool gat_script_read(struct gat_arena *a, const char *path, struct gat_test ***tests,
                     unsigned *n_tests, struct gat_error *e);
bool gat_script_parse(struct gat_arena *a, const char *path, const char *source, size_t size,
                      struct gat_test ***tests, unsigned *n_tests, struct gat_error *e);
bool gat_script_run(const struct gat_point *p, uint64_t seed, struct gat_arena *a,
                    gat_test_take *take, void *user, struct gat_error *e);

#endif
