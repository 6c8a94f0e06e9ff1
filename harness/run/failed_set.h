/* failed_set.h - the cases that --failed selects, by the hashes of their names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FAILED_SET_H
#define GAT_FAILED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"

/* A case is kept by the hash of its name, as for shards; a point is kept by its own
 * name, so that no generator is opened in vain. */
struct gat_failed {
    unsigned n;
    uint64_t *cases; /* hashes of their names, sorted */
    unsigned n_points;
    const char **points; /* sorted */
};

/* Add the case `name` of the point `point`. */
void gat_failed_add(struct gat_arena *a, struct gat_failed *f, const char *name, const char *point);
/* Sort the set after the last case was added; the questions below need that. */
void gat_failed_sort(struct gat_failed *f);
bool gat_failed_point(const struct gat_failed *f, const char *name);
bool gat_failed_case(const struct gat_failed *f, uint64_t name_hash);
/* The hash of all names. */
uint64_t gat_failed_hash(const struct gat_failed *f);

#endif
