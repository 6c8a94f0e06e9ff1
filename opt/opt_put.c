/* opt_put.c - scatter_nd, scatter_slices and put: rows of updates go where indices say.
 *
 * Data are copied first, in pieces. Then each task places, in C order, all updates of some
 * panels, or those of one panel that fall into a range of its rows; tasks that share a
 * panel read all its indices. One thread places all updates of a row in their order, so
 * the answer does not depend on the number of threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "opt_join.h"
#include "opt_places.h"

struct putting {
    struct opt_places p;
    struct opt_join j;
    const struct opt_level *level;
    char *to;
    const char *from, *updates;
    size_t size, piece;    /* bytes of output; of it, made by one task */
    int64_t ranges, range; /* per panel; rows of one */
    int64_t units, per_task, ahead;
    bool zeros, far;
    bool past; /* rows of whole lines bypass the cache */
};

enum { PUT_AHEAD = 32 }; /* updates, whose rows are in order */

/* The rows of a block that fall into [first, end) of the panel `to`. */
static void block_copy(const struct putting *g, char *to, const char *from, const int32_t *at,
                       int64_t count, int64_t first, int64_t end)
{
    size_t row = g->p.row;
    for (int64_t k = 0; k < count; k++, from += row) {
        __builtin_prefetch(from + PUT_AHEAD * row, 0, 2);
        if (at[k] >= first && at[k] < end)
            g->level->copy(to + (size_t)at[k] * row, 0, from, 0, 1, row, g->past);
    }
}

/* Join the updates of a panel with the rows from number `first` on that a unit has. False: an
 * index is outside. */
static bool unit_join(const struct putting *g, char *to, int64_t panel, int64_t first,
                      struct opt_scratch *s)
{
    const struct opt_places *p = &g->p;
    struct opt_combine c = {.to = to,
                            .row = p->row,
                            .dtype = p->c->data.dtype,
                            .how = g->j.how,
                            .first = first,
                            .ahead = g->ahead};
    c.end = opt_least(first + g->range, p->table);
    c.direct = g->ranges == 1 && p->depth == 1 && p->row == gat_dtype_size(c.dtype);
    int64_t most = c.direct ? p->picks : OPT_POSITIONS;
    for (int64_t k = 0; k < p->picks; k += most) {
        c.from = g->updates + (size_t)(panel * p->picks + k) * p->row;
        if (!opt_places_indices(p, g->level, panel, k, opt_least(p->picks - k, most), s->at,
                                &c.fold))
            return false;
        c.fold.to = (int32_t *)(void *)s->tile; /* positions of tuples lie in s->at */
        if (!g->level->combine(&c))
            return false;
    }
    return true;
}

/* Has place() of a level rows of this size? */
static bool row_is_unit(size_t row)
{
    return row <= 16 && (row & (row - 1)) == 0;
}

/* A range of a panel. */
static bool unit_put(const struct putting *g, int64_t unit, struct opt_scratch *s)
{
    const struct opt_places *p = &g->p;
    int64_t panel = unit / g->ranges, first = unit % g->ranges * g->range;
    int64_t end = opt_least(first + g->range, p->table);
    char *to = g->to + (size_t)panel * (size_t)p->table * p->row;
    if (g->j.joins)
        return unit_join(g, to, panel, first, s);
    bool units = g->ranges == 1 && row_is_unit(p->row);
    for (int64_t k = 0; k < p->picks; k += OPT_POSITIONS) {
        int64_t count = opt_least(p->picks - k, OPT_POSITIONS);
        const char *from = g->updates + (size_t)(panel * p->picks + k) * p->row;
        if (!opt_places_fold(p, g->level, panel, k, count, s->at))
            return false;
        if (units)
            g->level->place(&(struct opt_place){.to = to,
                                                .from = from,
                                                .at = s->at,
                                                .rows = 1,
                                                .width = count,
                                                .esize = p->row,
                                                .far = g->far});
        else
            block_copy(g, to, from, s->at, count, first, end);
    }
    return true;
}

static void putting_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct putting *g = w->job;
    int64_t unit = number * g->per_task, end = opt_least(unit + g->per_task, g->units);
    for (; unit < end; unit++)
        if (!unit_put(g, unit, s)) {
            opt_outside(w);
            return;
        }
}

static void base_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct putting *g = w->job;
    size_t first = (size_t)number * g->piece, left = g->size - first;
    size_t size = left < g->piece ? left : g->piece;
    (void)s;
    if (g->zeros)
        memset(g->to + first, 0, size);
    else
        g->level->copy(g->to + first, 0, g->from + first, 0, 1, size, w->stream);
}

static bool base_make(struct opt *o, struct putting *g)
{
    if (!g->zeros && g->to == g->from)
        return true;
    g->piece = o->is.task_size;
    struct opt_work w = {.task = base_task, .job = g};
    w.stream = !g->zeros && g->size >= o->is.stream_from;
    w.tasks = (int64_t)((g->size + g->piece - 1) / g->piece);
    return opt_share(o, &w, g->size);
}

/* Panels are shared out; where they are few, ranges of them, if a row costs more to place
 * than its indices cost every thread to read. */
static void units_plan(struct putting *g, const struct opt *o)
{
    const struct opt_places *p = &g->p;
    int64_t threads = o->is.threads, least = (int64_t)o->is.task_size;
    int64_t panel = p->picks * (int64_t)p->row; /* bytes of its updates */
    g->ranges = 1;
    if (threads > 1 && p->panels < 4 * threads && (p->row >= 64 || g->j.joins))
        g->ranges = opt_least(opt_least(2 * threads, p->table), panel / least + 1);
    g->range = (p->table + g->ranges - 1) / g->ranges;
    g->ranges = (p->table + g->range - 1) / g->range; /* none begins after the last row */
    g->units = p->panels * g->ranges;
    g->per_task = g->ranges > 1 ? 1 : opt_most(1, least / panel);
}

static bool places_put(struct opt *o, const struct ref_case *c, const struct ref_answer *a)
{
    struct putting g = {.level = o->is.level,
                        .to = a->output.data,
                        .from = c->data.data,
                        .updates = c->updates.data,
                        .size = gat_array_size(&a->output),
                        .zeros = c->rules->value[REF_base] == REF_BASE_ZEROS};
    if (!opt_join_read(c, &g.j) || g.j.mean || !opt_places_make(&g.p, c, a) ||
        gat_array_size(&c->updates) < (size_t)(g.p.panels * g.p.picks) * g.p.row)
        return false; /* fewer updates than picks are repeated */
    if (g.to != g.from && g.to < g.from + g.size && g.from < g.to + g.size)
        return false; /* overlapping otherwise than in place */
    if ((g.to == g.from || opt_indices_few(c)) && !opt_places_good(o, &g.p))
        return false;
    g.far = (size_t)g.p.table * g.p.row > o->is.near_size;
    g.ahead = opt_ahead(o, (size_t)g.p.table * g.p.row);
    g.past = !g.j.joins && g.size >= o->is.stream_from && g.p.row % 64 == 0 &&
             ((uintptr_t)g.to & 63) == 0;
    units_plan(&g, o);
    struct opt_work w = {.task = putting_task, .job = &g, .stream = g.past};
    w.tasks = (g.units + g.per_task - 1) / g.per_task;
    return base_make(o, &g) && opt_share(o, &w, (size_t)(g.p.panels * g.p.picks) * g.p.row);
}

OPT_KERNEL(scatter_nd) = {.name = "scatter_nd", .run = places_put};
OPT_KERNEL(scatter_slices) = {.name = "scatter_slices", .run = places_put};
OPT_KERNEL(put) = {.name = "put", .run = places_put};
