/* views.c - operands that do not lie compactly in their windows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "layout.h"
#include "worker/seat.h"
#include "worker/views.h"

static bool one_lay_out(struct gat_entry *e, unsigned operand, const struct gat_array *t,
                        enum gat_layout_kind kind, uint32_t repeats)
{
    struct gat_layout *l = &e->layouts[operand];
    size_t align = gat_layout_align(e->job.min_align, gat_dtype_size(t->dtype));
    if (t->ndim < 0)
        return true;
    if (!gat_layout_make(kind, t->dtype, t->ndim, t->shape, repeats, align, l))
        return false;
    e->size[operand] = l->size;
    return true;
}

bool gat_entry_lay_out(struct gat_entry *e)
{
    const struct gat_job *job = &e->job;
    for (unsigned k = 0; k < job->n_inputs; k++)
        if (!one_lay_out(e, k, &job->inputs[k], (enum gat_layout_kind)job->layout[k],
                         job->repeats[k]))
            return false;
    return one_lay_out(e, GAT_WINDOW_OUT, &job->output,
                       (enum gat_layout_kind)job->layout[GAT_MAX_INPUTS], 0);
}

static size_t view_at(const struct gat_layout *l, uint64_t k)
{
    return l != NULL ? gat_layout_at(l, (int64_t)k) : k * sizeof(struct gat_string);
}

struct gat_string gat_view_get(const struct gat_layout *l, const void *at, uint64_t k)
{
    struct gat_string v;
    memcpy(&v, (const char *)at + view_at(l, k), sizeof v);
    return v;
}

void gat_view_put(const struct gat_layout *l, void *at, uint64_t k, struct gat_string v)
{
    memcpy((char *)at + view_at(l, k), &v, sizeof v);
}

void gat_reply_room_grow(struct gat_arena *a, struct gat_reply_room *room,
                         const struct gat_entry *e)
{
    size_t flat = e->job.presented && !e->hollow ? gat_array_size(&e->job.output) : 0;
    if (flat > room->n_bytes) {
        room->n_bytes = 2 * flat;
        room->bytes = gat_arena_raw(a, 2 * room->n_bytes);
    }
    if (2 * e->n_views > room->n_views) {
        room->n_views = 4 * e->n_views;
        room->views = GAT_NEW_N(a, struct gat_string, room->n_views);
    }
}
