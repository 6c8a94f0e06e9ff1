/* opt_gather.c - gather by rows.
 *
 * Data collapse to batch x outer x axis x row, a row being all dimensions after the
 * axis, and the output to panels of picked rows, one after the other.  A task is a
 * stretch of output rows.  Indices become positions in blocks right before use, or,
 * where many panels share them, once per task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "opt_permute.h"
#include "opt_work.h"

struct rows {
    const struct ref_case *c;
    const struct opt_level *level;
    char *to;
    const char *from;
    int64_t outer, axis, picks; /* outer: panels per batch */
    int64_t panels, per_task;   /* per_task: output rows */
    int64_t near;               /* bytes of indices that need no prefetch */
    size_t row;
    bool shared; /* one set of indices for all panels */
    bool far, stream, permute;
};

/* Rows from number `first` of the output on, inside one panel. */
static bool part_take(const struct rows *g, int64_t first, int64_t count,
                      struct opt_scratch *s)
{
    int64_t panel = 0, k = first, batch = 0;
    if (g->panels > 1) { /* small calls have one panel: no division */
        panel = first / g->picks;
        k = first % g->picks;
        batch = panel / g->outer;
    }
    size_t slice = (size_t)g->axis * g->row;
    int64_t ahead = g->row <= 64 ? OPT_POSITIONS : OPT_NEAR;
    int64_t block = g->far || g->row > 16 ? ahead : OPT_NEAR;
    struct opt_take t = {
        .to = g->to + (size_t)first * g->row,
        .from = g->from + (size_t)panel * slice,
        .at = s->at,
        .panels = 1,
        .row = g->row,
        .far = g->far,
    };
    struct opt_fold f = opt_fold_of(g->c, batch * g->picks + k, g->axis);
    f.to = s->at;
    int64_t isize = t.hint.step = f.wide ? 8 : 4;
    if (count > OPT_NEAR && opt_pick_fits(g->row)) {
        f.width = count; /* fewer are checked before a row is copied */
        struct opt_pick p = {
            .fold = f, .to = t.to, .from = t.from, .row = g->row, .far = g->far};
        if (g->picks * isize > g->near) /* else they are near */
            p.hint = (struct opt_hint){f.from + ahead * isize, isize, 0};
        return opt_pick_staged(g->level, &p, s->stage, g->stream && !g->far);
    }
    /* Far rows: the next ones are on their way before a block ends. */
    int64_t beyond = g->far ? 64 : 0;
    while (count > 0) {
        f.width = f.pitch = t.count = opt_least(count, block);
        if (!g->level->fold(&f))
            return false;
        t.beyond = t.count < count ? beyond : 0;
        t.count -= t.beyond;
        t.hint.from = f.from + ahead * isize;
        opt_take_staged(g->level, &t, s->stage, g->stream && (!g->far || g->row >= 16));
        f.from += t.count * isize;
        t.to += (size_t)t.count * g->row;
        count -= t.count;
    }
    return true;
}

/* Touch the lines of panels in order, which picking from them does not. */
static void panels_prefetch(const struct rows *g, int64_t panel, int64_t count)
{
    size_t slice = (size_t)g->axis * g->row;
    const char *from = g->from + (size_t)panel * slice;
    int64_t size = opt_least(count, g->panels - panel) * (int64_t)slice;
    for (int64_t k = 0; k < size; k += 64)
        __builtin_prefetch(from + k);
}

/* Whole panels with the same positions. */
static void panels_take(const struct rows *g, int64_t panel, int64_t count,
                        const int32_t *at, struct opt_scratch *s)
{
    size_t slice = (size_t)g->axis * g->row, out = (size_t)g->picks * g->row;
    int64_t group = opt_most(1, (int64_t)((16 << 10) / slice));
    bool prefetches = g->row < 64 && slice <= 256 << 10;
    struct opt_take t = {
        .at = at,
        .count = g->picks,
        .to_pitch = (int64_t)out,
        .from_pitch = (int64_t)slice,
        .row = g->row,
        .far = g->far,
    };
    for (int64_t p = panel; p < panel + count; p += group) {
        t.panels = opt_least(group, panel + count - p);
        t.to = g->to + (size_t)p * out;
        t.from = g->from + (size_t)p * slice;
        if (prefetches)
            panels_prefetch(g, p + t.panels, group);
        opt_take_staged(g->level, &t, s->stage, g->stream);
    }
}

/* Positions of all picks, kept in the tile, for many panels. */
static bool shared_take(const struct rows *g, int64_t panel, int64_t count,
                        struct opt_scratch *s)
{
    struct opt_fold f = opt_fold_of(g->c, 0, g->axis);
    f.to = (int32_t *)(void *)s->tile;
    f.width = f.pitch = g->picks;
    if (!g->level->fold(&f))
        return false;
    size_t slice = (size_t)g->axis * g->row, out = (size_t)g->picks * g->row;
    struct opt_windows w = {
        .level = g->level,
        .to = g->to + (size_t)panel * out,
        .from = g->from + (size_t)panel * slice,
        .at = f.to,
        .panels = count,
        .picks = g->picks,
        .in = slice,
        .row = g->row,
        .stream = g->stream,
    };
    if (!g->permute || !opt_windows_permute(&w, s->tile + OPT_TILE_SIZE / 2))
        panels_take(g, panel, count, f.to, s);
    return true;
}

static bool stretch_take(const struct rows *g, int64_t first, int64_t end,
                         struct opt_scratch *s)
{
    while (first < end) {
        int64_t k = first % g->picks, count = opt_least(g->picks - k, end - first);
        int64_t whole = k == 0 ? (end - first) / g->picks : 0;
        if (g->shared && whole > 1) {
            if (!shared_take(g, first / g->picks, whole, s))
                return false;
            count = whole * g->picks;
        } else if (!part_take(g, first, count, s)) {
            return false;
        }
        first += count;
    }
    return true;
}

static void gather_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct rows *g = w->job;
    int64_t first = number * g->per_task;
    if (!stretch_take(g, first, opt_least(first + g->per_task, g->panels * g->picks), s))
        opt_outside(w);
}

/* A few short rows of one panel, with nothing around: to plan blocks and tasks would
 * cost more than to copy them. */
static inline bool few_rows(const struct rows *g, bool wide, size_t row)
{
    const char *from = g->c->indices.data;
    int64_t wrap = g->c->rules->value[REF_index_domain] == REF_WRAPS ? g->axis : 0;
    for (int64_t k = 0; k < g->picks; k++) {
        int64_t x;
        int32_t narrow;
        if (wide) {
            memcpy(&x, from + k * 8, 8);
        } else {
            memcpy(&narrow, from + k * 4, 4);
            x = narrow;
        }
        x += x < 0 ? wrap : 0;
        if ((uint64_t)x >= (uint64_t)g->axis)
            return false;
        memcpy(g->to + (size_t)k * row, g->from + (size_t)x * row, row);
    }
    return true;
}

static bool few_take(const struct rows *g)
{
    bool wide = g->c->indices.dtype == GAT_I64;
    if (g->row == 4)
        return wide ? few_rows(g, true, 4) : few_rows(g, false, 4);
    if (g->row == 8)
        return wide ? few_rows(g, true, 8) : few_rows(g, false, 8);
    return wide ? few_rows(g, true, g->row) : few_rows(g, false, g->row);
}

/* Rows per task: some tasks for each thread, of whole panels or whole blocks. */
static int64_t rows_per_task(const struct opt *o, const struct rows *g)
{
    int64_t total = g->panels * g->picks;
    if (o->is.threads == 1 || (size_t)total * g->row < o->is.share_from)
        return total;
    int64_t least = (int64_t)(o->is.task_size / g->row) + 1;
    int64_t n = total / (8 * (int64_t)o->is.threads);
    n = n < least ? least : n;
    int64_t unit = g->picks <= n ? g->picks : g->row < 64 ? OPT_POSITIONS : 1;
    return (n + unit - 1) / unit * unit;
}

static bool gather_run(struct opt *o, const struct ref_case *c, const struct ref_answer *a)
{
    const int64_t *data = c->data.shape, *indices = c->indices.shape;
    int64_t batch = opt_product(data, 0, a->batch_dims);
    struct rows g = {
        .c = c,
        .level = o->is.level,
        .to = a->output.data,
        .from = c->data.data,
        .outer = opt_product(data, a->batch_dims, a->axis),
        .axis = data[a->axis],
        .picks = opt_product(indices, a->batch_dims, c->indices.ndim),
        .row = (size_t)opt_product(data, a->axis + 1, c->data.ndim) *
               gat_dtype_size(c->data.dtype),
    };
    g.panels = batch * g.outer;
    g.near = (int64_t)o->is.near_size / 4;
    if (!opt_indices_plain(c, g.axis) || g.row == 0 || g.panels == 0 || g.picks == 0 ||
        g.axis == 0)
        return false; /* nothing to copy, or errors only */
    if (g.panels == 1 && g.picks <= o->is.few && g.row <= 64)
        return few_take(&g);
    bool once = batch == 1 && g.picks <= OPT_NEAR; /* checked before all else */
    if (!once && opt_indices_few(c) && !opt_indices_good(o, c, g.axis))
        return false;
    size_t slice = (size_t)g.axis * g.row, out = (size_t)g.picks * g.row;
    g.shared = batch == 1 && g.picks * 4 <= OPT_TILE_SIZE / 2;
    g.far = slice > 2 * o->is.near_size;
    g.stream = (size_t)g.panels * out >= o->is.stream_from;
    g.permute = g.panels >= 4 && slice <= o->is.level->permute_most &&
                out <= OPT_WINDOWS_MOST &&
                gat_dtype_size(c->data.dtype) % o->is.level->permute_unit == 0;
    g.per_task = rows_per_task(o, &g);
    struct opt_work w = {.task = gather_task, .job = &g, .stream = g.stream};
    w.tasks = 1;
    if (g.per_task < g.panels * g.picks)
        w.tasks = (g.panels * g.picks + g.per_task - 1) / g.per_task;
    return opt_share(o, &w, (size_t)g.panels * out);
}

OPT_KERNEL(gather) = {.name = "gather", .run = gather_run};
