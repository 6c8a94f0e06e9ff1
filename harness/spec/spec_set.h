/* spec_set.h - the variants of some folders.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_SET_H
#define GAT_SPEC_SET_H

#include "spec/variant.h"

struct gat_spec_set {
    unsigned n_specs, n_files;
    struct gat_spec **specs; /* folder by folder, each in order of file names */
    /* Of each variant, read or not: its file, and its operator. */
    const char **files, **operators;
};

/* Is the operator wanted? */
typedef bool gat_op_wanted(void *user, const char *op);

/* Read specs/ of each folder in `paths` (NULL ends), as far as there is one, with the documents
 * that specs/documents.yaml lists.  A parent may lie in another folder than its child.  Of an
 * operator all variants are read or none: those are read that are wanted (`wanted` NULL: each; so
 * too where no operator is), that a folder after the first has, or that replace what is read.
 * False and *e at the first file that is wrong. */
bool gat_spec_set_read(struct gat_arena *a, const char *const *paths, gat_op_wanted *wanted,
                       void *user, struct gat_spec_set *out, struct gat_error *e);

#endif
