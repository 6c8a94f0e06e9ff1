/* opt_places.h - rows of data that indices name, alone or as tuples.
 *
 * Data are panels of rows, one after the other.  In each of them every pick names a row,
 * by one index or by a tuple of them, and a row is all that moves with it: a slice of
 * gather_nd, scatter_nd and scatter_slices, an element of take and put.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_PLACES_H
#define GAT_OPT_PLACES_H

#include "opt_work.h"

struct opt_places {
    const struct ref_case *c;
    int64_t panels, table;               /* table: rows of a panel */
    int64_t picks;                       /* per panel */
    int64_t depth, extent[GAT_MAX_RANK]; /* indices of a pick, and what each counts along */
    bool shared;                         /* one set of indices for all panels */
    size_t row;                          /* bytes */
};

/* False: opt cannot read the indices, or there is nothing to move. */
bool opt_places_make(struct opt_places *p, const struct ref_case *c, const struct ref_answer *a);
/* Numbers of the rows in their panel that `count` picks from number `first` on name;
 * false when an index is outside. */
bool opt_places_fold(const struct opt_places *p, const struct opt_level *l, int64_t panel,
                     int64_t first, int64_t count, int32_t *at);
/* The same as indices that are still to be folded; of tuples, the numbers of their rows. */
bool opt_places_indices(const struct opt_places *p, const struct opt_level *l, int64_t panel,
                        int64_t first, int64_t count, int32_t *at, struct opt_fold *f);
/* Are all indices inside? */
bool opt_places_good(const struct opt *o, const struct opt_places *p);

#endif
