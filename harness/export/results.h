/* results.h - what a runner in any language made of the vectors, read back to be judged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RESULTS_H
#define GAT_RESULTS_H

#include "engine/engine.h"
#include "error.h"

/* The outcome of one case. */
struct gat_outcome {
    const char *id;
    uint64_t content; /* of the vector that it is about */
    gat_status status;
    struct gat_array output; /* of GAT_OK */
    struct gat_inferred stated;
    const char *why; /* of a failure, or "" */
    bool used;
};

struct gat_results {
    struct gat_arena arena;
    struct gat_manifest manifest;
    struct gat_teller teller;
    uint64_t seed;
    size_t n;
    struct gat_outcome *list; /* sorted by id */
    unsigned char *blank[2]; /* outputs that nobody wrote, of `blank_size` bytes */
    size_t blank_size;
    char error[320];
};

/* Read a file; docs/reference/results.schema.json states it.  False and *e with file, line and
 * column.  gat_results_free in either case. */
bool gat_results_read(struct gat_results *r, const char *path, struct gat_error *e);
void gat_results_free(struct gat_results *r);

#endif
