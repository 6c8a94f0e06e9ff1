/* case_yaml.h - written cases: case files, and the examples of specs with topic `document`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CASE_YAML_H
#define GAT_CASE_YAML_H

#include "parts/suite.h"

/* Operator and topic, from the place of a file. */
bool gat_case_name_read(struct gat_arena *a, const char *path, const char *end,
                        struct gat_test *base, struct gat_error *e);
/* Read what a file says for all of its tests; its keys are `keys` alone. */
bool gat_case_head_read(struct gat_arena *a, const struct gat_node *root, const char *const *keys,
                        struct gat_test *base, struct gat_error *e);
/* A test that has the name of another, *first; NULL if all names differ.  Sorts the list. */
const struct gat_test *gat_tests_twin(const struct gat_test **tests, unsigned n,
                                      const struct gat_test **first);
/* Read one test into *t, which holds already what its file says for all tests. */
bool gat_case_test_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                        struct gat_error *e);
/* Read one case file / the examples of one spec into tests. */
bool gat_cases_read(struct gat_arena *a, const char *path, struct gat_test ***tests,
                    unsigned *n_tests, struct gat_error *e);
/* The same from `size` bytes, which are called `path`. */
bool gat_cases_parse(struct gat_arena *a, const char *path, const void *bytes, size_t size,
                     struct gat_test ***tests, unsigned *n_tests, struct gat_error *e);
bool gat_examples_read(struct gat_arena *a, const struct gat_spec *s, struct gat_test ***tests,
                       unsigned *n_tests, struct gat_error *e);

#endif
