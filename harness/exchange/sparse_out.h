/* sparse_out.h - data that are mostly holes and the output too, in a file of their own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPARSE_OUT_H
#define GAT_SPARSE_OUT_H

#include "exchange/entry.h"

/* The file; -1 and *e without one. */
int gat_sparse_out_file(struct gat_error *e);
/* Room for a scatter into sparse data, empty and mapped. */
GAT_MUST_USE bool gat_sparse_out_open(struct gat_seat *s);
/* The operand of call `k`, and how the worker gets it; the windows of `set` are the case's. */
struct gat_spot gat_sparse_out_place(const struct gat_seat *s, unsigned set,
                                     const struct gat_entry *e, unsigned k, struct gat_order *o);
/* Give the memory of the file back to the system. */
void gat_sparse_out_return(const struct gat_seat *s);
void gat_sparse_out_close(struct gat_seat *s);
/* Has the worker touched far more of it than any update needs? */
bool gat_sparse_out_swept(const struct gat_seat *s);
/* Where the judge finds what call `k` wrote. */
struct gat_written gat_sparse_out_written(const struct gat_seat *s, const struct gat_entry *e,
                                          unsigned k);

#endif
