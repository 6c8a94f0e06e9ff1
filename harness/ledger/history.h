/* history.h - records of an earlier run, read back to go on with it or to merge it.
 *
 * Whatever stands in the file is hostile: each line is checked when it is used, and
 * what is wrong is told with file and line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_HISTORY_H
#define GAT_HISTORY_H

#include <sys/types.h>

#include "base/chain.h"
#include "base/lines.h"
#include "base/sums.h"
#include "ledger/record.h"

/* The records of one backend in the file. */
struct gat_section {
    bool absent;   /* it could not run there */
    bool closed;   /* more follows: all of it is in the file */
    const char *name;
    json_t *head;  /* its `backend` or `absent` record */
    json_t *waivers; /* list of its `waiver` records */
    unsigned n_points;
    const char **points; /* their names, in order */
};

struct gat_history {
    struct gat_arena arena;
    const char *path;
    struct gat_lines lines;
    json_t *start, *end; /* the first and last record, or NULL */
    unsigned n_sections;
    struct gat_section *sections;
    struct gat_chain chain, kept_chain; /* running hash: of the current line; of `keep` */
    struct gat_sums sums; /* while the file is read through */
    off_t keep; /* bytes that a resumed run goes on after */
};

/* Read a file through.  False and *e; an incomplete last line is no error. */
bool gat_history_scan(struct gat_history *h, const char *path, struct gat_error *e);
void gat_history_close(struct gat_history *h);
/* Is this the start of the same run?  `but`: a member that may differ, or NULL. */
bool gat_history_agrees(const struct gat_history *h, const json_t *start, const char *but,
                        const char *what, struct gat_error *e);
/* The next record, a new reference; NULL at the end of the file. */
json_t *gat_history_next(struct gat_history *h, struct gat_error *e);
/* Read the next point with its findings into the empty state of point number `k` of the plan. */
bool gat_history_point(struct gat_history *h, struct gat_point_state *state, unsigned k,
                       struct gat_arena *a, struct gat_error *e);
/* Go back to the first record. */
void gat_history_rewind(struct gat_history *h);

#endif
