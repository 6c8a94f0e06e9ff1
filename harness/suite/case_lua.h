/* case_lua.h - generators: cases/<operator>.<topic>.lua.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CASE_LUA_H
#define GAT_CASE_LUA_H

#include "parts/suite.h"

/* Read a part, cases/lib/<name>.lua, and put it before `*parts`; false and *e where it cannot be
 * read or its name is no name, or taken. */
bool gat_part_read(struct gat_arena *a, const char *path, struct gat_script **parts,
                   struct gat_error *e);
/* Read a generator's header: one test with a script, which may use the parts. */
bool gat_script_read(struct gat_arena *a, const char *path, const struct gat_script *parts,
                     struct gat_test ***tests, unsigned *n_tests, struct gat_error *e);
bool gat_script_parse(struct gat_arena *a, const char *path, const struct gat_script *text,
                      struct gat_test ***tests, unsigned *n_tests, struct gat_error *e);
/* Run the script of a generator's point; each test that it emits, read and complete,
 * goes to `take`.  Tests live in `a`, their nodes only until `take` returns. */
typedef bool gat_test_take(void *user, struct gat_test *t, struct gat_error *e);
bool gat_script_run(const struct gat_point *p, uint64_t seed, struct gat_arena *a,
                    gat_test_take *take, void *user, struct gat_error *e);
/* Does the script emit a test whose name is wanted?  The tests are not read.  True too where the
 * script fails: whoever runs it then sees why. */
typedef bool gat_name_wanted(void *user, const char *name);
bool gat_script_names(const struct gat_point *p, uint64_t seed, gat_name_wanted *wanted,
                      void *user);

#endif
