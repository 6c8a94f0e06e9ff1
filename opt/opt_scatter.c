/* opt_scatter.c - scatter_elements: the last update in C order wins, or all are combined in
 * that order.
 *
 * Where a panel, or a tile of its columns, fits into the scratch, it is copied there,
 * updated, and written out once.  Data are not read where updates cover them: such a tile
 * is filled with a mark, and what still bears it in the end comes from data.  Otherwise
 * data are copied first and updates placed into the output.  Updates of one element always
 * come from one column of one panel, so any division into panels and columns keeps their
 * order: sums are the same for any number of threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

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
    int64_t ahead;
    bool far, stream;
    bool marks;       /* tiles may be filled with MARK */
    uint32_t *counts; /* updates of each element, for means; or NULL */
    struct opt_join j;
};

/* A value of 4 or 8 bytes, in either order of bytes, that updates hardly ever have: a tile
 * where one has it is made anew from data. */
static const uint64_t MARK = UINT64_C(0x9e3779b99e3779b9);
enum { MARK_SIZE = OPT_STAGE_SIZE / 2 }; /* bytes of rows that are looked at together */

/* Join updates with their places: a block, or a row of any length. False: an index is outside. */
static bool block_join(const struct placing *p, const struct opt_sheet *sheet,
                       const struct opt_block *b, struct opt_scratch *s)
{
    int64_t esize = (int64_t)p->g.esize;
    struct opt_combine c = {
        .from = p->updates + (sheet->first + b->row * sheet->pitch + b->column) * esize,
        .pitch = sheet->pitch * esize,
        .row = p->g.esize,
        .dtype = p->g.c->data.dtype,
        .how = p->j.how,
        .end = INT32_MAX,
        .direct = opt_sheet_direct(sheet),
        .ahead = sheet->ahead,
    };
    c.fold = opt_block_indices(&p->g, sheet, b, &c.to);
    c.fold.to = s->at;
    if (!c.direct)
        c.hint = opt_block_hint(&p->g, sheet, b);
    return p->g.level->combine(&c);
}

/* Count the updates of a block, which has one for each in the stage. */
static bool block_count(const struct placing *p, const struct opt_sheet *sheet,
                        const struct opt_block *b, struct opt_scratch *s)
{
    struct opt_combine c = {.from = s->stage,
                            .row = sizeof *p->counts,
                            .dtype = GAT_U32,
                            .how = GAT_ADD,
                            .end = INT32_MAX,
                            .ahead = sheet->ahead};
    char *table;
    c.fold = opt_block_indices(&p->g, sheet, b, &table);
    c.fold.to = s->at;
    c.to = (char *)(p->counts + (size_t)(table - p->to) / p->g.esize);
    return p->g.level->combine(&c);
}

static bool sheet_count(const struct placing *p, const struct opt_sheet *sheet,
                        struct opt_scratch *s)
{
    struct opt_block b = {0};
    static const uint32_t one = 1;
    for (size_t k = 0; k < OPT_NEAR * sizeof one; k += sizeof one)
        memcpy(s->stage + k, &one, sizeof one);
    while (opt_block_next(sheet, &b))
        if (!block_count(p, sheet, &b, s))
            return false;
    return true;
}

static bool sheet_join(const struct placing *p, const struct opt_sheet *sheet,
                       struct opt_scratch *s)
{
    struct opt_block b = {0, 0, sheet->rows, sheet->width};
    if (opt_sheet_direct(sheet))
        return block_join(p, sheet, &b, s);
    b = (struct opt_block){0};
    while (opt_block_next(sheet, &b))
        if (!block_join(p, sheet, &b, s))
            return false;
    return true;
}

/* `marked`, unless NULL: was an update MARK? */
static bool sheet_place(const struct placing *p, const struct opt_sheet *sheet,
                        struct opt_scratch *s, bool *marked)
{
    struct opt_block b = {0};
    int64_t esize = (int64_t)p->g.esize;
    if (p->j.joins)
        return sheet_join(p, sheet, s);
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
        p->g.level->place(&place);
        if (marked != NULL)
            *marked |=
                p->g.level->holds(place.from, place.pitch, b.rows, b.width, place.esize, MARK);
    }
    return true;
}

/* A tile of columns, or some neighbouring panels: rows x size bytes of data and output. */
struct tile {
    struct opt_sheet sheet;
    int64_t rows, size, pitch, corner;
};

static struct tile tile_of(const struct placing *p, int64_t unit, struct opt_scratch *s)
{
    const struct opt_grid *g = &p->g;
    int64_t panel = unit / p->tiles * p->many, esize = (int64_t)g->esize;
    int64_t column = unit % p->tiles * p->columns;
    struct opt_corner at = opt_grid_corner(g, panel);
    int64_t many = opt_least(p->many, g->panels - panel);
    int64_t width = opt_least(p->columns, g->width - column);
    struct tile t = {.sheet = opt_sheet_of(g, s->tile, at.index + column, many),
                     .rows = g->extent,
                     .size = width * esize,
                     .pitch = g->pitch * esize,
                     .corner = (at.data + column) * esize};
    if (!opt_grid_rows(g)) {
        t.sheet.width = width;
        t.sheet.scale = width;
    }
    t.sheet.far = t.rows * t.size > 32 << 10; /* more than the first cache */
    if (t.size == t.pitch) {                  /* one piece */
        t.size *= t.rows * many;
        t.rows = 1;
    }
    return t;
}

/* From data into the scratch, or to where rows of it are looked at. */
static void rows_in(const struct placing *p, const struct tile *t, char *to, int64_t first,
                    int64_t count)
{
    p->g.level->copy(to, t->size, p->from + t->corner + first * t->pitch, t->pitch, count,
                     (size_t)t->size, false);
}

static void rows_out(const struct placing *p, const struct tile *t, const char *from, int64_t first,
                     int64_t count)
{
    p->g.level->copy(p->to + t->corner + first * t->pitch, t->pitch, from, t->size, count,
                     (size_t)t->size, p->stream);
}

/* State that the tiles of a task leave to the next tile: how many bytes of the scratch
 * bear marks, or that updates left a tile uncovered. */
struct cover {
    int64_t marked;
    bool gaps;
};

static void tile_mark(const struct placing *p, int64_t size, struct opt_scratch *s)
{
    for (int64_t k = 0; k < opt_least(MARK_SIZE, size); k += (int64_t)p->g.esize)
        memcpy(s->stage + k, &MARK, p->g.esize);
    for (int64_t k = 0; k < size; k += MARK_SIZE)
        memcpy(s->tile + k, s->stage, (size_t)opt_least(MARK_SIZE, size - k));
}

/* Elements that bear the mark come from data. */
static void rows_unmark(const struct placing *p, const struct tile *t, struct opt_scratch *s,
                        int64_t first, int64_t count)
{
    char *tile = s->tile + first * t->size, *data = s->stage + MARK_SIZE;
    size_t esize = p->g.esize;
    rows_in(p, t, data, first, count);
    for (size_t k = 0; k < (size_t)(count * t->size); k += esize)
        if (memcmp(tile + k, &MARK, esize) == 0)
            memcpy(tile + k, data + k, esize);
}

/* Place a tile that updates cover, or nearly cover. False if it needs all of data; then
 * nothing was written. */
static bool marks_place(const struct placing *p, const struct tile *t, struct opt_scratch *s,
                        struct cover *c, bool *good)
{
    int64_t size = t->rows * t->size, many = MARK_SIZE / t->size;
    bool marked = false;
    if (c->marked < size)
        tile_mark(p, size, s);
    c->marked = c->marked < size ? size : c->marked;
    *good = sheet_place(p, &t->sheet, s, &marked);
    c->gaps |= marked;
    if (!*good || marked)
        return !*good;
    for (int64_t r = 0; r < t->rows; r += many) {
        int64_t n = opt_least(many, t->rows - r);
        char *tile = s->tile + r * t->size;
        if (p->g.level->holds(tile, 0, 1, n * t->size / (int64_t)p->g.esize, p->g.esize, MARK)) {
            rows_unmark(p, t, s, r, n);
            c->gaps = true;
        }
        rows_out(p, t, tile, r, n);
        memcpy(tile, s->stage, (size_t)(n * t->size)); /* for the next one */
    }
    return true;
}

/* By way of the scratch. */
static bool tile_place(const struct placing *p, int64_t unit, struct opt_scratch *s,
                       struct cover *c)
{
    struct tile t = tile_of(p, unit, s);
    bool good;
    if (p->marks && !c->gaps && t.size <= MARK_SIZE && marks_place(p, &t, s, c, &good))
        return good;
    c->marked = 0;
    rows_in(p, &t, s->tile, 0, t.rows);
    if (!sheet_place(p, &t.sheet, s, NULL))
        return false;
    rows_out(p, &t, s->tile, 0, t.rows);
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
    sheet.ahead = p->ahead;
    return sheet_place(p, &sheet, s, NULL) && (p->counts == NULL || sheet_count(p, &sheet, s));
}

static void tile_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct placing *p = w->job;
    int64_t unit = number * p->per_task, end = opt_least(unit + p->per_task, p->units);
    struct cover c = {0, false};
    for (; unit < end; unit++)
        if (!tile_place(p, unit, s, &c)) {
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

static void means_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct placing *p = w->job;
    int64_t each = (int64_t)(p->piece / p->g.esize), all = (int64_t)(p->size / p->g.esize);
    (void)s;
    opt_means_make(p->g.c, p->to, p->counts, number * each, opt_least(all, (number + 1) * each));
}

static void copy_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct placing *p = w->job;
    size_t first = (size_t)number * p->piece, left = p->size - first;
    (void)s;
    p->g.level->copy(p->to + first, 0, p->from + first, 0, 1, left < p->piece ? left : p->piece,
                     w->stream);
}

/* Units of about the same size make tasks that are worth sharing. */
static void units_group(const struct opt *o, struct placing *p)
{
    p->per_task = opt_most(1, (int64_t)o->is.task_size / ((int64_t)p->size / p->units));
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
    p->marks = !p->j.joins && (g->esize == 4 || g->esize == 8) && g->picks >= g->extent &&
               p->to != p->from && p->size > o->is.near_size; /* else data are near, too */
    if (p->marks) /* a task learns from its first tile whether updates cover it */
        p->per_task = opt_most(p->per_task, p->units / (8 * (int64_t)o->is.threads));
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
    if (p->counts != NULL)
        memset(p->counts, 0, p->size / g->esize * sizeof *p->counts);
    if (!opt_share(o, &w, p->size))
        return false;
    struct opt_work means = {.task = means_task, .job = p, .tasks = copy.tasks};
    return p->counts == NULL || opt_share(o, &means, p->size);
}

static bool scatter_elements_run(struct opt *o, const struct ref_case *c,
                                 const struct ref_answer *a)
{
    struct placing p = {.to = a->output.data, .from = c->data.data, .updates = c->updates.data};
    if (c->rules->value[REF_base] != REF_BASE_DATA || !opt_join_read(c, &p.j) ||
        a->map.spread || gat_array_count(&c->updates) != gat_array_count(&c->indices) ||
        !opt_grid_make(&p.g, o, c, a))
        return false;
    p.size = gat_array_size(&a->output);
    if (p.to != p.from && p.to < p.from + p.size && p.from < p.to + p.size)
        return false; /* overlapping otherwise than in place */
    if ((p.to == p.from || opt_indices_few(c)) && !opt_indices_good(o, c, p.g.extent))
        return false;
    p.far = (size_t)(p.g.extent * p.g.pitch) * p.g.esize > o->is.near_size;
    p.ahead = opt_ahead(o, (size_t)(p.g.extent * p.g.pitch) * p.g.esize);
    p.stream = p.size >= o->is.stream_from;
    int64_t tile = (int64_t)(o->is.near_size / 8 * 3);
    p.counts = p.j.mean ? o->room : NULL;
    if (p.j.mean && p.counts == NULL)
        return false;
    p.columns = p.g.whole ? opt_grid_columns(&p.g, tile) : 0;
    if (p.columns == 0 || p.counts != NULL)
        return direct_run(o, &p);
    p.tiles = (p.g.width + p.columns - 1) / p.columns;
    return tiles_run(o, &p);
}

OPT_KERNEL(scatter_elements) = {.name = "scatter_elements", .run = scatter_elements_run};
