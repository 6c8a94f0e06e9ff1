/* npu_question.h - what a call asks, read and checked; for both Ascend backends.
 *
 * Written from the documents anew, without ref/: what the reference believes is not
 * what these backends are right by.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_NPU_QUESTION_H
#define GAT_NPU_QUESTION_H

#include <stdbool.h>

#include "gatherum/backend.h"
#include "npu_number.h"

struct npu_question {
    const char *variant;
    const struct gat_tensor *data, *indices, *updates, *output; /* updates: or NULL */
    bool elements; /* an index picks an element, as against a row */
    bool tuples;   /* the last dimension of indices holds places together */
    enum npu_reduction reduction; /* how an update joins what is there */
    bool wraps;    /* an index from minus the extent on counts from the end */
    bool checked;  /* another one is an error; else the document leaves it undefined */
    bool larger;   /* updates beyond the extents of indices are not used */
    int64_t axis, batch, extent, esize, isize; /* extent: of the axis; tuples: how many
                                                  places one can name */
    int64_t depth; /* how many indices name a place together, from the axis on */
    const int64_t *tile; /* pypto's tile shape, or NULL */
    struct gat_tensor lifted[4]; /* single numbers as tensors of one dimension */
};

/* GAT_OK, or the status that the call deserves without computing.  `buffer`: bytes that
 * the tiles of a call may fill. */
gat_status npu_question_read(const struct gat_call *call, int64_t buffer,
                             struct npu_question *q);
/* Is this the document that adds updates and has no attribute that says so? */
bool npu_scatter_adds(const char *variant);
/* Elements of the dimensions from..to - 1. */
int64_t npu_extents(const struct gat_tensor *t, int64_t from, int64_t to);
int64_t npu_index(const struct gat_tensor *t, int64_t k);
/* The extent that index number k counts along. */
int64_t npu_extent(const struct npu_question *q, int64_t k);
/* Does each index name something? */
bool npu_indices_good(const struct npu_question *q);

#endif
