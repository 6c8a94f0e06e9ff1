/* word_lists.h - lists of element types and plain words, as specs and cases write them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORD_LISTS_H
#define GAT_WORD_LISTS_H

#include "files/yaml_tree.h"

/* "all" or a list of element types, as a set; `all` is what "all" means here. */
bool gat_types_read(const struct gat_node *n, uint32_t all, uint32_t *out,
                    struct gat_error *e);
/* A list of words, or one word; NULL-terminated in `a`. */
bool gat_words_read(struct gat_arena *a, const struct gat_node *n, const char ***out,
                    unsigned *count, struct gat_error *e);
/* Is this a name of a case or topic: [a-z0-9][a-z0-9._-]*, of at most 100
 * letters? */
bool gat_name_valid(const char *text);
/* The text with the suggestion from `known` (NULL ends), as an error at `n`. */
bool gat_unknown_fail(struct gat_error *e, const struct gat_node *n, const char *what,
                      const char *const *known);

#endif
