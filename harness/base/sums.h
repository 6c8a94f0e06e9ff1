/* sums.h - do the records of a run add up?
 *
 * Cases add up to points, points to variants, variants to the end.  A record that is gone or was
 * changed shows there, in files without a running hash too, and where the hashes were made anew.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUMS_H
#define GAT_SUMS_H

#include <jansson.h>

#include "error.h"

struct gat_sums {
    json_t *cases;    /* counts since the last point */
    json_t *variants; /* counts by variant, of those of a backend whose record is still due */
    json_t *all;      /* counts of the variants so far */
    json_int_t failed; /* points with failing cases that are not waived */
    bool ended;
};

/* A text of a record; "" where it has none. */
const char *gat_record_text(const json_t *record, const char *key);
/* Take the next record of a file.  False and a sentence without a place: it does not say what
 * those before it add up to. */
bool gat_sums_take(struct gat_sums *s, const json_t *record, struct gat_error *e);
void gat_sums_free(struct gat_sums *s);

#endif
