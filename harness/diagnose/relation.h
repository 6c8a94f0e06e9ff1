/* relation.h - how the place that an element was taken from relates to the right one.
 *
 * Places are positions in data.  For a gather `right` is where the element comes
 * from and `found` where its value was seen.  For a scatter `right` is where the
 * update that was seen belongs and `found` where it was seen.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RELATION_H
#define GAT_RELATION_H

#include "ref.h"

struct gat_place {
    const struct ref_case *c;
    const struct ref_answer *a;
    int64_t right, found; /* positions in data, C order */
    int64_t index_at;     /* which index chose: position in indices, or -1; of a tuple the
                             first */
    const struct gat_array *home; /* the tensor that the index speaks for: output ... */
    int64_t home_at;              /* ... or updates, and its element */
};

/* Relations in order of preference: the first that holds names the mistake. */
enum { GAT_RELATIONS_MOST = 32 };
/* The set of relations that hold. */
uint32_t gat_relations(const struct gat_place *p);
/* What a wrong index alone can do: another coordinate.  `others` is how many such coordinates there
 * are, where a tuple has several in the last that differs; 0: the places differ in others too. */
struct gat_move {
    int64_t from, to; /* coordinates, or the places where several differ */
    int64_t others;
};
struct gat_move gat_move_of(const struct gat_place *p);
/* The set without those that say no more than another: where one place further is one element
 * further, or on a short axis one back. */
uint32_t gat_relations_plainest(uint32_t set);
/* The words of a relation by its number, from 0; NULL after the last. */
const char *gat_relation_words(unsigned relation);

/* Of the updates that element `at` of the operand is, where it is repeated, the one that goes to
 * that element of the output; or else the first. */
int64_t gat_update_to(const struct ref_case *c, const struct ref_answer *a, int64_t at,
                      int64_t element);
/* Which index chose the source of an element of the output: its position in
 * indices, of a tuple that of its first index, or -1. */
int64_t gat_chooser(const struct ref_case *c, const struct ref_answer *a,
                    int64_t element, struct ref_source source);
/* A case about a type that is no index type has no indices to speak of. */
bool gat_index_readable(const struct gat_array *indices);

#endif
