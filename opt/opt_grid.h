/* opt_grid.h - indices that pick or hit single elements, as panels.
 *
 * A panel is the part of data that the axis and the dimensions after it span: extent x
 * pitch elements, of which indices cover picks x width. The dimensions before the axis,
 * and those that indices cover in part, count the panels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_GRID_H
#define GAT_OPT_GRID_H

#include "opt_work.h"

struct opt_grid {
    const struct ref_case *c;
    const struct opt_level *level;
    size_t esize;
    int64_t extent, pitch;       /* of a panel of data */
    int64_t picks, width, steps; /* of indices; steps: from pick to pick */
    int64_t panels;
    int32_t ndim; /* that count the panels, neighbours joined */
    int64_t count[GAT_MAX_RANK], data_step[GAT_MAX_RANK], index_step[GAT_MAX_RANK];
    bool whole; /* indices cover all of data off the axis */
};

/* False: opt cannot take the case. */
bool opt_grid_make(struct opt_grid *g, const struct opt *o, const struct ref_case *c,
                   const struct ref_answer *a);
/* Where panel `number` starts, in elements. */
struct opt_corner {
    int64_t data, index;
};
struct opt_corner opt_grid_corner(const struct opt_grid *g, int64_t number);
/* Is the axis the last dimension with more than one element, so that a pick's source
 * and the pick lie in rows? */
static inline bool opt_grid_rows(const struct opt_grid *g)
{
    return g->width == 1 && g->pitch == 1 && g->steps == 1;
}
/* Do all panels follow each other without gaps, in data and in indices? */
static inline bool opt_grid_dense(const struct opt_grid *g)
{
    return g->ndim == 0 || (g->ndim == 1 && g->data_step[0] == g->extent * g->pitch &&
                            g->index_step[0] == g->picks * g->steps);
}
/* Columns per tile so that one fits into the scratch, and into `tile` bytes where two lines of
 * columns do; 0 when even a line does not fit into the scratch. */
int64_t opt_grid_columns(const struct opt_grid *g, int64_t tile);

/* A rectangle of indices and the elements that they name: element [r][j] of it names
 * number index * scale + r * step + j * lane of `table`. */
struct opt_sheet {
    char *table;
    int64_t first; /* element of indices in the corner */
    int64_t rows, width, pitch;
    int64_t scale, step, lane;
    int64_t ahead; /* targets are prefetched so many updates ahead */
    bool far;
};
/* A panel with its rows along the axis or, where opt_grid_rows(), across it: `many`
 * panels then make one sheet.  `table` is where the panel's data lie. */
struct opt_sheet opt_sheet_of(const struct opt_grid *g, char *table, int64_t first, int64_t many);
/* One row, whose indices are positions where they are inside? */
static inline bool opt_sheet_direct(const struct opt_sheet *s)
{
    return s->rows == 1 && s->scale == 1 && s->lane == 0;
}
/* The next rectangle of at most OPT_NEAR indices, in C order of blocks: true
 * until there is none.  Starts from rows of 0. */
struct opt_block {
    int64_t row, column, rows, width;
};
bool opt_block_next(const struct opt_sheet *s, struct opt_block *b);
/* The indices of a block, and what their positions count from. */
struct opt_fold opt_block_indices(const struct opt_grid *g, const struct opt_sheet *s,
                                  const struct opt_block *b, char **table);
/* Positions of a block, relative to *table; false when an index is outside. */
bool opt_block_fold(const struct opt_grid *g, const struct opt_sheet *s, const struct opt_block *b,
                    int32_t *at, char **table);
/* A prefetch of the indices of the next block. */
struct opt_hint opt_block_hint(const struct opt_grid *g, const struct opt_sheet *s,
                               const struct opt_block *b);

#endif
