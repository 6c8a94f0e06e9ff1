/* opt_stage.c - indices checked ahead, and rows on their way past the cache.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_work.h"

/* Part of one panel, at most a stage full. */
static void part_stage(const struct opt_level *l, struct opt_take t, char *stage,
                       int64_t panel, int64_t first, int64_t count)
{
    char *to = t.to + panel * t.to_pitch + first * (int64_t)t.row;
    t.to = stage;
    t.from += panel * t.from_pitch;
    t.at += panel * t.at_pitch + first;
    t.count = count;
    t.panels = 1;
    l->take(&t);
    l->copy(to, 0, stage, 0, 1, (size_t)count * t.row, true);
}

/* Whole panels that follow each other in the output. */
static void panels_stage(const struct opt_level *l, struct opt_take t, char *stage,
                         int64_t most)
{
    int64_t left = t.panels;
    char *to = t.to;
    t.to = stage;
    while (left > 0) {
        t.panels = opt_least(left, most);
        l->take(&t);
        size_t size = (size_t)(t.panels * t.to_pitch);
        l->copy(to, 0, stage, 0, 1, size, true);
        to += size;
        t.from += t.panels * t.from_pitch;
        t.at += t.panels * t.at_pitch;
        left -= t.panels;
    }
}

void opt_take_staged(const struct opt_level *l, const struct opt_take *t, char *stage,
                     bool stream)
{
    struct opt_take mine = *t;
    mine.stream = stream && opt_take_streams(l, t);
    int64_t bytes = t->count * (int64_t)t->row, block = OPT_STAGE_SIZE / (int64_t)t->row;
    if (!stream || mine.stream || block < 2)
        l->take(&mine);
    else if (t->to_pitch == bytes && bytes <= OPT_STAGE_SIZE)
        panels_stage(l, mine, stage, OPT_STAGE_SIZE / bytes);
    else
        for (int64_t p = 0; p < t->panels; p++)
            for (int64_t k = 0; k < t->count; k += block)
                part_stage(l, mine, stage, p, k, opt_least(block, t->count - k));
}

/* A part of one row. */
static bool part_pick(const struct opt_level *l, const struct opt_pick *p, int64_t first,
                      int64_t count, char *stage)
{
    struct opt_pick some = *p;
    some.to = stage;
    some.fold.from += first * (p->fold.wide ? 8 : 4);
    some.fold.rows = 1;
    some.fold.width = count;
    some.from += first * p->fold.lane * (int64_t)p->row;
    some.hint.from += first * p->hint.step;
    some.next.from += first * p->next.step;
    some.beyond += p->fold.width - first - count;
    if (!l->pick(&some))
        return false;
    size_t row = p->row;
    l->copy(p->to + (size_t)first * row, 0, stage, 0, 1, (size_t)count * row, true);
    return true;
}

/* Several rows, which fit into the stage. */
static bool rows_pick(const struct opt_level *l, const struct opt_pick *p, char *stage)
{
    struct opt_pick some = *p;
    int64_t size = p->fold.width * (int64_t)p->row;
    bool dense = p->to_pitch == size; /* one piece */
    some.to = stage;
    some.to_pitch = size;
    if (!l->pick(&some))
        return false;
    if (dense)
        size *= p->fold.rows;
    l->copy(p->to, p->to_pitch, stage, size, dense ? 1 : p->fold.rows, (size_t)size, true);
    return true;
}

bool opt_pick_staged(const struct opt_level *l, const struct opt_pick *p, char *stage,
                     bool stream)
{
    struct opt_pick mine = *p;
    int64_t width = p->fold.width, most = OPT_STAGE_SIZE / (int64_t)p->row;
    bool lines = ((uintptr_t)p->to & 63) == 0 && (p->fold.rows == 1 || p->to_pitch % 64 == 0);
    mine.stream = stream && l->words_stream && p->row == 4 && !p->far && lines;
    if (!stream || mine.stream)
        return l->pick(&mine);
    if (p->fold.rows > 1)
        return rows_pick(l, &mine, stage);
    for (int64_t k = 0; k < width; k += most)
        if (!part_pick(l, &mine, k, opt_least(most, width - k), stage))
            return false;
    return true;
}

bool opt_indices_good(const struct opt *o, const struct ref_case *c, int64_t extent)
{
    int64_t count = gat_array_count(&c->indices);
    for (int64_t k = 0; k < count; k += OPT_POSITIONS) {
        struct opt_fold f = opt_fold_of(c, k, extent);
        f.to = o->scratch->at;
        f.width = f.pitch = opt_least(count - k, OPT_POSITIONS);
        if (!o->is.level->fold(&f))
            return false;
    }
    return true;
}
