/* opt_elements.c - gather_elements.
 *
 * Where the axis is strided and a panel is larger than the cache, a tile of columns
 * is packed into the scratch first: walking down a column of the original touches a
 * line per element, and at power-of-two pitches all of them fall into few sets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_grid.h"

struct picking {
    struct opt_grid g;
    char *to, *from;
    int64_t columns, tiles; /* columns per tile; tiles per panel */
    int64_t stretch, parts; /* rows of a panel per unit; units per panel */
    int64_t units, per_task;
    bool packed, grouped, far, stream;
};

/* Elements right where their indices are checked. */
static bool sheet_pick(const struct picking *p, const struct opt_sheet *sheet,
                       struct opt_scratch *s)
{
    struct opt_block b = {0};
    int64_t esize = (int64_t)p->g.esize, panel = sheet->step * esize;
    /* While a row picks from its panel, the next one's comes near, some bytes for each pick. */
    int64_t next = sheet->far ? 0 : (panel + sheet->width - 1) / sheet->width;
    next = next <= 64 ? next : 0;
    while (opt_block_next(sheet, &b)) {
        char *table;
        struct opt_pick pick = {
            .fold = opt_block_indices(&p->g, sheet, &b, &table),
            .to = p->to + (sheet->first + b.row * sheet->pitch + b.column) * esize,
            .to_pitch = sheet->pitch * esize,
            .row = p->g.esize,
            .hint = opt_block_hint(&p->g, sheet, &b),
            .far = sheet->far,
            .beyond = sheet->width - b.column - b.width,
        };
        pick.from = table;
        pick.next = (struct opt_hint){table + panel + b.column * next, next, panel};
        if (!opt_pick_staged(p->g.level, &pick, s->stage, p->stream))
            return false;
    }
    return true;
}

static bool sheet_take(const struct picking *p, const struct opt_sheet *sheet,
                       struct opt_scratch *s)
{
    struct opt_block b = {0};
    int64_t esize = (int64_t)p->g.esize;
    if (opt_pick_fits(p->g.esize))
        return sheet_pick(p, sheet, s);
    while (opt_block_next(sheet, &b)) {
        char *table;
        if (!opt_block_fold(&p->g, sheet, &b, s->at, &table))
            return false;
        bool dense = sheet->pitch == b.width;
        struct opt_take t = {
            .to = p->to + (sheet->first + b.row * sheet->pitch + b.column) * esize,
            .from = table,
            .at = s->at,
            .panels = dense ? 1 : b.rows,
            .count = dense ? b.rows * b.width : b.width,
            .to_pitch = sheet->pitch * esize,
            .at_pitch = b.width,
            .row = p->g.esize,
            .far = sheet->far,
            .hint = opt_block_hint(&p->g, sheet, &b),
        };
        opt_take_staged(p->g.level, &t, s->stage, p->stream);
    }
    return true;
}

/* A tile of columns of one panel, by way of the scratch. */
static bool tile_take(const struct picking *p, int64_t unit, struct opt_scratch *s)
{
    const struct opt_grid *g = &p->g;
    struct opt_corner at = opt_grid_corner(g, unit / p->tiles);
    int64_t column = unit % p->tiles * p->columns, esize = (int64_t)g->esize;
    struct opt_sheet sheet = opt_sheet_of(g, s->tile, at.index + column, 1);
    sheet.width = opt_least(p->columns, g->width - column);
    sheet.scale = sheet.width;
    g->level->copy(s->tile, sheet.width * esize, p->from + (at.data + column) * esize,
                   g->pitch * esize, g->extent, (size_t)(sheet.width * esize), false);
    return sheet_take(p, &sheet, s);
}

/* Some rows of one panel, or a part of its one row. */
static bool part_take(const struct picking *p, int64_t unit, struct opt_scratch *s)
{
    const struct opt_grid *g = &p->g;
    struct opt_corner at = opt_grid_corner(g, unit / p->parts);
    int64_t first = unit % p->parts * p->stretch;
    int64_t count = opt_least(p->stretch, g->picks - first);
    char *table = p->from + at.data * (int64_t)g->esize;
    struct opt_sheet sheet = opt_sheet_of(g, table, at.index + first * g->steps, 1);
    if (opt_grid_rows(g))
        sheet.width = count;
    else
        sheet.rows = count;
    sheet.far = p->far;
    return sheet_take(p, &sheet, s);
}

/* Neighbouring panels of one row each. */
static bool group_take(const struct picking *p, int64_t first, int64_t count,
                       struct opt_scratch *s)
{
    struct opt_corner at = opt_grid_corner(&p->g, first);
    char *table = p->from + at.data * (int64_t)p->g.esize;
    struct opt_sheet sheet = opt_sheet_of(&p->g, table, at.index, count);
    sheet.far = p->far;
    return sheet_take(p, &sheet, s);
}

static void picking_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct picking *p = w->job;
    int64_t unit = number * p->per_task, end = opt_least(unit + p->per_task, p->units);
    bool good = true;
    if (p->grouped)
        good = group_take(p, unit, end - unit, s);
    for (; good && !p->grouped && unit < end; unit++)
        good = p->packed ? tile_take(p, unit, s) : part_take(p, unit, s);
    if (!good)
        opt_outside(w);
}

/* How the work is cut: tiles of panels, parts of panels, or groups of them. */
static void picking_plan(struct picking *p, const struct opt *o, size_t size)
{
    const struct opt_grid *g = &p->g;
    size_t panel = (size_t)(g->extent * g->pitch) * g->esize;
    p->far = panel > o->is.near_size;
    p->stream = size >= o->is.stream_from;
    p->columns = opt_grid_columns(g, 128 << 10);
    p->packed = (p->far || panel > OPT_TILE_SIZE) && !opt_grid_rows(g) && p->columns > 0 &&
                g->picks >= g->extent / 8; /* packing reads all of data */
    p->tiles = p->packed ? (g->width + p->columns - 1) / p->columns : 1;
    int64_t least = (int64_t)(o->is.task_size / g->esize); /* elements that are worth a task */
    p->stretch = least / g->width + 1;
    if (opt_grid_rows(g)) /* whole blocks, so that lines stay whole */
        p->stretch = (p->stretch + OPT_POSITIONS - 1) / OPT_POSITIONS * OPT_POSITIONS;
    p->parts = p->packed ? 1 : (g->picks + p->stretch - 1) / p->stretch;
    p->units = g->panels * (p->packed ? p->tiles : p->parts);
    p->grouped = !p->packed && p->parts == 1 && opt_grid_rows(g) && opt_grid_dense(g);
    p->per_task = opt_most(1, least / (g->panels * g->picks * g->width / p->units));
}

static bool gather_elements_run(struct opt *o, const struct ref_case *c,
                                const struct ref_answer *a)
{
    struct picking p = {.to = a->output.data, .from = c->data.data};
    if (!opt_grid_make(&p.g, o, c, a) ||
        (opt_indices_few(c) && !opt_indices_good(o, c, p.g.extent)))
        return false;
    size_t size = gat_array_size(&a->output);
    picking_plan(&p, o, size);
    struct opt_work w = {.task = picking_task, .job = &p, .stream = p.stream};
    w.tasks = (p.units + p.per_task - 1) / p.per_task;
    return opt_share(o, &w, size);
}

OPT_KERNEL(gather_elements) = {.name = "gather_elements", .run = gather_elements_run};
