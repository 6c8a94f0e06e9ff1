/* one_case.h - commands that are about one case: its name becomes a point and a member.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONE_CASE_H
#define GAT_ONE_CASE_H

#include "cli/command.h"
#include "suite/catalog.h"

/* The point and the first of its members that `id` selects, and how many of them it does;
 * what was opened lives in `a`.  An exit code, 0 when it is one point. */
int gat_one_case_find(const struct gat_catalog *c, const char *id, uint64_t seed,
                      struct gat_arena *a, const struct gat_point **point, unsigned *member,
                      unsigned *count);

/* Read the suite and the seed, call `body`, release everything.  The name is the word
 * number `at`, and the last one. */
typedef int gat_one_case_body(const struct gat_options *o, const struct gat_catalog *c,
                              struct gat_arena *a, uint64_t seed);
int gat_one_case_run(const struct gat_options *o, unsigned at, gat_one_case_body *body);

/* What the oracle expects, as one sentence; and the word for a kind of error. */
void gat_expected_sentence(const struct ref_answer *a, char *out, size_t size);
const char *gat_error_word(gat_status s);

#endif
