/* opt_grid.c - the panels of gather_elements and scatter_elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_grid.h"

/* Add a dimension that counts panels, outside of those so far. */
static void dimension_add(struct opt_grid *g, int64_t count, int64_t data_step,
                          int64_t index_step)
{
    g->panels *= count;
    if (count == 1)
        return;
    int32_t d = g->ndim - 1;
    if (d >= 0 && g->data_step[d] * g->count[d] == data_step &&
        g->index_step[d] * g->count[d] == index_step) {
        g->count[d] *= count;
        return;
    }
    g->count[g->ndim] = count;
    g->data_step[g->ndim] = data_step;
    g->index_step[g->ndim] = index_step;
    g->ndim++;
}

bool opt_grid_make(struct opt_grid *g, const struct opt *o, const struct ref_case *c,
                   const struct ref_answer *a)
{
    int32_t rank = c->data.ndim, axis = (int32_t)a->axis;
    if (rank == 0 || c->indices.ndim != rank)
        return false;
    const int64_t *data = c->data.shape, *indices = c->indices.shape;
    *g = (struct opt_grid){
        .c = c,
        .level = o->is.level,
        .esize = gat_dtype_size(c->data.dtype),
        .extent = data[axis],
        .picks = indices[axis],
        .width = 1,
        .panels = 1,
        .whole = true,
    };
    bool joined = true; /* indices cover all of data after dimension d */
    int64_t data_step = 1, index_step = 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        if (indices[d] == 0 || data[d] == 0)
            return false; /* nothing to do, or errors only */
        if (d != axis && (a->map.in_data[d] == 0 || a->map.in_indices[d] == 0))
            return false; /* an operand is repeated */
        if (d == axis) {
            g->pitch = data_step;
            g->steps = index_step;
        } else {
            if (d > axis && joined)
                g->width *= indices[d];
            else
                dimension_add(g, indices[d], data_step, index_step);
            joined &= indices[d] == data[d];
            g->whole &= indices[d] == data[d];
        }
        data_step *= data[d];
        index_step *= indices[d];
    }
    return opt_indices_plain(c, g->extent) && g->pitch <= INT32_MAX / g->extent;
}

struct opt_corner opt_grid_corner(const struct opt_grid *g, int64_t number)
{
    struct opt_corner at = {0, 0};
    for (int32_t d = 0; d < g->ndim; d++) {
        int64_t k = d + 1 == g->ndim ? number : number % g->count[d];
        number /= g->count[d];
        at.data += k * g->data_step[d];
        at.index += k * g->index_step[d];
    }
    return at;
}

int64_t opt_grid_columns(const struct opt_grid *g, int64_t tile)
{
    int64_t size = (int64_t)g->esize;
    if (g->extent * g->width * size <= OPT_TILE_SIZE / 2)
        return g->width;
    int64_t line = 64 / size, most = OPT_TILE_SIZE / size / g->extent / line;
    if (most == 0)
        return 0;
    int64_t few = tile / 64 / g->extent, lines = few > 2 ? few : 2;
    return opt_least(g->width, opt_least(lines, most) * line);
}

struct opt_sheet opt_sheet_of(const struct opt_grid *g, char *table, int64_t first,
                              int64_t many)
{
    if (opt_grid_rows(g))
        return (struct opt_sheet){
            .table = table, .first = first, .rows = many, .width = g->picks,
            .pitch = g->picks, .scale = 1, .step = g->extent};
    return (struct opt_sheet){
        .table = table, .first = first, .rows = g->picks, .width = g->width,
        .pitch = g->steps, .scale = g->pitch, .lane = 1};
}

bool opt_block_next(const struct opt_sheet *s, struct opt_block *b)
{
    b->column += b->width;
    if (b->column >= s->width) {
        b->row += b->rows;
        b->column = 0;
    }
    b->width = opt_least(s->width - b->column, OPT_NEAR);
    int64_t most = OPT_NEAR / b->width;
    if (s->step > 0) /* positions of all rows stay below 2^31 */
        most = opt_least(most, INT32_MAX / s->step);
    b->rows = opt_least(s->rows - b->row, s->width > OPT_NEAR ? 1 : most);
    return b->row < s->rows;
}

struct opt_fold opt_block_indices(const struct opt_grid *g, const struct opt_sheet *s,
                                  const struct opt_block *b, char **table)
{
    struct opt_fold f =
        opt_fold_of(g->c, s->first + b->row * s->pitch + b->column, g->extent);
    f.rows = b->rows;
    f.width = b->width;
    f.pitch = s->pitch;
    f.scale = s->scale;
    f.step = s->step;
    f.lane = s->lane;
    *table = s->table + (b->row * s->step + b->column * s->lane) * (int64_t)g->esize;
    return f;
}

bool opt_block_fold(const struct opt_grid *g, const struct opt_sheet *s,
                    const struct opt_block *b, int32_t *at, char **table)
{
    struct opt_fold f = opt_block_indices(g, s, b, table);
    f.to = at;
    return g->level->fold(&f);
}

struct opt_hint opt_block_hint(const struct opt_grid *g, const struct opt_sheet *s,
                               const struct opt_block *b)
{
    int64_t size = g->c->indices.dtype == GAT_I64 ? 8 : 4;
    int64_t next = s->first + (b->row + b->rows) * s->pitch + b->column;
    if (b->width < s->width) /* blocks go along a row */
        next = s->first + b->row * s->pitch + b->column + b->width;
    return (struct opt_hint){
        (const char *)g->c->indices.data + next * size, size, s->pitch * size};
}
