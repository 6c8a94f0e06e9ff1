/* spec_set.h - all variants of some folders.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_SET_H
#define GAT_SPEC_SET_H

#include "spec/variant.h"

struct gat_spec_set {
    unsigned n_specs;
    struct gat_spec **specs; /* folder by folder, each in order of file names */
};

/* Read specs/ of each folder in `paths` (NULL ends), as far as there is one, with the documents
 * that specs/documents.yaml lists.  A parent may lie in another folder than its child.  False and
 * *e at the first file that is wrong. */
bool gat_spec_set_read(struct gat_arena *a, const char *const *paths, struct gat_spec_set *out,
                       struct gat_error *e);

#endif
