/* opt_scatter.c - scatter_elements: the last update in C order wins, or all are combined in
 * that order.
 *
 * Where a panel, or a tile of its columns, fits into the scratch, it is copied there,
 * updated, and written out once.  Otherwise data are copied first and updates placed
 * into the output.  Updates of one element always come from one column of one panel,
 * so any division into panels and columns keeps their order: sums are the same for any
 * number of threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_grid.h"
#include "opt_join.h"

struct placing {
    struct opt_grid g;
    char *to, *from;
    const char *updates;
    int64_t columns, tiles; /* columns per tile; tiles per panel */
    int64_t many;           /* panels that are placed at once */
    int64_t units, per_task;
    size_t size, piece; /* bytes of output; copied by one task */
    bool far, stream;
    struct opt_join j;
};

/* As place() of a level, one by one. */
static void block_join(const struct placing *p, const struct opt_place *b)
{
    enum gat_dtype t = p->g.c->data.dtype;
    const int32_t *at = b->at;
    for (int64_t r = 0; r < b->rows; r++)
        for (int64_t k = 0; k < b->width; k++)
            gat_arith_join(t, p->j.how, b->to + (size_t)*at++ * b->esize,
                           b->from + r * b->pitch + k * (int64_t)b->esize);
}

static bool sheet_place(const struct placing *p, const struct opt_sheet *sheet,
                        struct opt_scratch *s)
{
    struct opt_block b = {0, 0, 0, 0};
    int64_t esize = (int64_t)p->g.esize;
    while (opt_block_next(sheet, &b)) {
        char *table;
        if (!opt_block_fold(&p->g, sheet, &b, s->at, &table))
            return false;
        struct opt_place place = {
            .to = table,
            .from = p->updates + (sheet->first + b.row * sheet->pitch + b.column) * esize,
            .at = s->at,
            .rows = b.rows,
            .width = b.width,
            .pitch = sheet->pitch * esize,
            .esize = p->g.esize,
            .far = sheet->far,
            .hint = opt_block_hint(&p->g, sheet, &b),
        };
        if (p->j.joins)
            block_join(p, &place);
        else
            p->g.level->place(&place);
    }
    return true;
}

/* A tile of columns, or some neighbouring panels, by way of the scratch. */
static bool tile_place(const struct placing *p, int64_t unit, struct opt_scratch *s)
{
    const struct opt_grid *g = &p->g;
    int64_t panel = unit / p->tiles * p->many, esize = (int64_t)g->esize;
    int64_t column = unit % p->tiles * p->columns;
    struct opt_corner at = opt_grid_corner(g, panel);
    int64_t many = opt_least(p->many, g->panels - panel);
    struct opt_sheet sheet = opt_sheet_of(g, s->tile, at.index + column, many);
    int64_t width = opt_least(p->columns, g->width - column);
    int64_t rows = g->extent, size = width * esize, pitch = g->pitch * esize;
    if (!opt_grid_rows(g)) {
        sheet.width = width;
        sheet.scale = width;
    }
    sheet.far = rows * size > 32 << 10; /* more than the first cache */
    if (size == pitch) { /* one piece */
        size *= rows * many;
        rows = 1;
    }
    int64_t corner = (at.data + column) * esize;
    g->level->copy(s->tile, size, p->from + corner, pitch, rows, (size_t)size, false);
    if (!sheet_place(p, &sheet, s))
        return false;
    g->level->copy(p->to + corner, pitch, s->tile, size, rows, (size_t)size, p->stream);
    return true;
}

/* A tile of columns, or a panel, right in the output. */
static bool direct_place(const struct placing *p, int64_t unit, struct opt_scratch *s)
{
    const struct opt_grid *g = &p->g;
    struct opt_corner at = opt_grid_corner(g, unit / p->tiles);
    int64_t column = unit % p->tiles * p->columns;
    char *table = p->to + (at.data + column) * (int64_t)g->esize;
    struct opt_sheet sheet = opt_sheet_of(g, table, at.index + column, 1);
    if (!opt_grid_rows(g))
        sheet.width = opt_least(p->columns, g->width - column);
    sheet.far = p->far;
    return sheet_place(p, &sheet, s);
}

static void tile_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct placing *p = w->job;
    int64_t unit = number * p->per_task, end = opt_least(unit + p->per_task, p->units);
    for (; unit < end; unit++)
        if (!tile_place(p, unit, s)) {
            opt_outside(w);
            return;
        }
}

static void direct_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct placing *p = w->job;
    int64_t unit = number * p->per_task, end = opt_least(unit + p->per_task, p->units);
    for (; unit < end; unit++)
        if (!direct_place(p, unit, s)) {
            opt_outside(w);
            return;
        }
}

static void copy_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct placing *p = w->job;
    size_t first = (size_t)number * p->piece, left = p->size - first;
    (void)s;
    p->g.level->copy(p->to + first, 0, p->from + first, 0, 1,
                     left < p->piece ? left : p->piece, w->stream);
}

/* Units of about the same size make tasks that are worth sharing. */
static void units_group(const struct opt *o, struct placing *p)
{
    int64_t each = (int64_t)p->size / p->units, least = (int64_t)o->is.task_size;
    p->per_task = each >= least ? 1 : least / (each > 0 ? each : 1);
}

static bool tiles_run(struct opt *o, struct placing *p)
{
    const struct opt_grid *g = &p->g;
    int64_t panel = g->extent * g->pitch * (int64_t)g->esize;
    p->many = 1;
    if (opt_grid_rows(g) && opt_grid_dense(g) && panel < OPT_STAGE_SIZE)
        p->many = OPT_STAGE_SIZE / panel;
    p->units = (g->panels + p->many - 1) / p->many * p->tiles;
    units_group(o, p);
    struct opt_work w = {.task = tile_task, .job = p, .stream = p->stream};
    w.tasks = (p->units + p->per_task - 1) / p->per_task;
    return opt_share(o, &w, p->size);
}

static bool direct_run(struct opt *o, struct placing *p)
{
    const struct opt_grid *g = &p->g;
    struct opt_work copy = {.task = copy_task, .job = p, .stream = p->stream};
    p->piece = o->is.task_size;
    copy.tasks = (int64_t)((p->size + p->piece - 1) / p->piece);
    if (p->to != p->from && !opt_share(o, &copy, p->size))
        return false;
    /* Columns are shared out by lines. */
    int64_t line = 64 / (int64_t)g->esize;
    p->columns = g->panels >= 4 * (int64_t)o->is.threads ? g->width : 4 * line;
    p->tiles = (g->width + p->columns - 1) / p->columns;
    p->units = g->panels * p->tiles;
    units_group(o, p);
    struct opt_work w = {.task = direct_task, .job = p};
    w.tasks = (p->units + p->per_task - 1) / p->per_task;
    return opt_share(o, &w, p->size);
}

static bool scatter_elements_run(struct opt *o, const struct ref_case *c,
                                 const struct ref_answer *a)
{
    struct placing p = {
        .to = a->output.data, .from = c->data.data, .updates = c->updates.data};
    if (c->rules->value[REF_base] != REF_BASE_DATA || !opt_join_read(c, &p.j) ||
        gat_array_count(&c->updates) != gat_array_count(&c->indices) ||
        !opt_grid_make(&p.g, o, c, a))
        return false;
    p.size = gat_array_size(&a->output);
    if (p.to != p.from && p.to < p.from + p.size && p.from < p.to + p.size)
        return false; /* overlapping otherwise than in place */
    if ((p.to == p.from || opt_indices_few(c)) && !opt_indices_good(o, c, p.g.extent))
        return false;
    p.far = (size_t)(p.g.extent * p.g.pitch) * p.g.esize > o->is.near_size;
    p.stream = p.size >= o->is.stream_from;
    p.columns = p.g.whole ? opt_grid_columns(&p.g, OPT_TILE_SIZE) : 0;
    if (p.columns == 0)
        return direct_run(o, &p);
    p.tiles = (p.g.width + p.columns - 1) / p.columns;
    return tiles_run(o, &p);
}

OPT_KERNEL(scatter_elements) = {.name = "scatter_elements", .run = scatter_elements_run};
