/* opt_tuples.c - gather_nd and take: rows that indices name, one after the other.
 *
 * A task is a stretch of output rows; indices become row numbers block by block, right
 * before use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_places.h"

struct taking {
    struct opt_places p;
    const struct opt_level *level;
    char *to;
    const char *from;
    int64_t rows, per_task; /* of the output */
    bool far, stream;
};

static bool stretch_take(const struct taking *g, int64_t first, int64_t end,
                         struct opt_scratch *s)
{
    const struct opt_places *p = &g->p;
    int64_t block = p->row <= 64 ? OPT_POSITIONS : OPT_NEAR;
    while (first < end) {
        int64_t panel = first / p->picks, pick = first % p->picks;
        int64_t count = opt_least(opt_least(block, end - first), p->picks - pick);
        if (!opt_places_fold(p, g->level, panel, pick, count, s->at))
            return false;
        struct opt_take t = {
            .to = g->to + (size_t)first * p->row,
            .from = g->from + (size_t)panel * (size_t)p->table * p->row,
            .at = s->at,
            .panels = 1,
            .count = count,
            .row = p->row,
            .far = g->far,
        };
        opt_take_staged(g->level, &t, s->stage, g->stream && (!g->far || p->row >= 16));
        first += count;
    }
    return true;
}

static void taking_task(const struct opt_work *w, int64_t number, struct opt_scratch *s)
{
    const struct taking *g = w->job;
    int64_t first = number * g->per_task;
    if (!stretch_take(g, first, opt_least(first + g->per_task, g->rows), s))
        opt_outside(w);
}

static bool places_take(struct opt *o, const struct ref_case *c, const struct ref_answer *a)
{
    struct taking g = {.level = o->is.level, .to = a->output.data, .from = c->data.data};
    if (!opt_places_make(&g.p, c, a))
        return false;
    bool once = g.p.panels == 1 && g.p.picks <= OPT_NEAR; /* checked before all else */
    if (!once && opt_indices_few(c) && !opt_places_good(o, &g.p))
        return false;
    g.rows = g.p.panels * g.p.picks;
    size_t size = (size_t)g.rows * g.p.row;
    g.far = (size_t)g.p.table * g.p.row > 2 * o->is.near_size;
    g.stream = size >= o->is.stream_from;
    /* Whole blocks, so that lines stay whole. */
    int64_t least = (int64_t)(o->is.task_size / g.p.row) + 1;
    g.per_task = (least + OPT_POSITIONS - 1) / OPT_POSITIONS * OPT_POSITIONS;
    if (g.p.row >= 64)
        g.per_task = least;
    struct opt_work w = {.task = taking_task, .job = &g, .stream = g.stream};
    w.tasks = (g.rows + g.per_task - 1) / g.per_task;
    return opt_share(o, &w, size);
}

OPT_KERNEL(gather_nd) = {.name = "gather_nd", .run = places_take};
OPT_KERNEL(take) = {.name = "take", .run = places_take};
