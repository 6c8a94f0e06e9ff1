/* placement.c - where in their windows the operands of the two calls of a case lie, and how.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange/placement.h"

#include <fcntl.h>
#include <string.h>

#include "dtype.h"
#include "exchange/entry.h"

enum { MOST_LEAD = 1 << 13 };

bool gat_placed_right(uint64_t placed, unsigned call)
{
    return (call ^ (unsigned)(placed & GAT_PLACED_SWAPPED)) == 0;
}

static bool is_free(uint64_t placed, unsigned call)
{
    return (placed & GAT_PLACED_FREE) != 0 && (placed >> 2 & 1) == call;
}

static uint64_t mixed(uint64_t z)
{
    z *= UINT64_C(0x9E3779B97F4A7C15);
    return (z ^ z >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
}

/* What both orders of the calls have in common. */
static uint64_t unordered(uint64_t placed)
{
    return placed & ~(uint64_t)GAT_PLACED_ORDER;
}

size_t gat_placed_inside(uint64_t placed, unsigned call, unsigned window, size_t room, size_t align)
{
    if (!is_free(placed, call))
        return 0;
    uint64_t z = mixed(unordered(placed) + window);
    size_t used = 2 * GAT_CANARY + align;
    if (z >> 63 == 0 || room < used)
        return 0;
    size_t most = room - used < MOST_LEAD ? room - used : MOST_LEAD;
    return GAT_CANARY + (size_t)(z >> 20 & UINT32_MAX) % (most / align + 1) * align;
}

size_t gat_placed_beside(uint64_t placed, unsigned window, size_t align)
{
    return align < 4 || mixed(unordered(placed) ^ window) >> 63 == 0 ? 1 : align / 2;
}

uint64_t gat_placed_layout(uint64_t placed, unsigned operand)
{
    return (placed >> 3 & 1) == 0 ? 0 : mixed(~unordered(placed) - operand) | 1;
}

const char *gat_placed_words(uint64_t placed, unsigned call)
{
    static const char *const words[2][3] = {
        {"the first call, operands at the end of their memory",
         "the first call, operands at the start of their memory",
         "the first call, some operands away from both ends of their memory"},
        {"the second call, operands at the end of their memory",
         "the second call, operands at the start of their memory",
         "the second call, some operands away from both ends of their memory"}};
    return words[call != 0][is_free(placed, call) ? 2 : !gat_placed_right(placed, call)];
}

/* ---- what the large windows may hold ---- */

void gat_large_note(struct gat_seat *s, const struct gat_entry *e)
{
    uint64_t taken[GAT_WINDOW_COUNT] = {
        [GAT_WINDOW_OUT] = e->size[GAT_WINDOW_OUT],
        [GAT_WINDOW_POOL] = e->pool_size,
        [GAT_WINDOW_TEXTS] = e->n_views * (e->text_limit + sizeof(uint64_t))};
    for (unsigned k = 0; k < e->job.n_inputs; k++)
        taken[GAT_WINDOW_IN + k] = e->size[k];
    for (unsigned k = 0; k < GAT_WINDOW_COUNT; k++)
        s->large[k] = taken[k] > s->large[k] ? taken[k] : s->large[k];
}

uint64_t gat_seat_large(const struct gat_seat *s)
{
    const uint64_t beside = 1 << 16; /* outermost pages, and what is drawn before an operand */
    uint64_t size = 0;
    for (unsigned k = 0; k < GAT_WINDOW_COUNT; k++)
        size += s->large[k] > 0 ? 2 * (s->large[k] + beside) : 0;
    return size;
}

void gat_seat_large_return(struct gat_seat *s)
{
    (void)fallocate(s->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                    (off_t)(s->at + s->geo->large), (off_t)(s->geo->seat_size - s->geo->large));
    memset(s->large, 0, sizeof s->large);
}

/* ---- operands that do not lie compactly ---- */

static bool one_lay_out(struct gat_entry *e, unsigned operand, const struct gat_array *t,
                        enum gat_layout_kind kind, uint32_t repeats, uint64_t drawn)
{
    struct gat_layout *l = &e->layouts[operand];
    size_t align = gat_layout_align(e->job.min_align, gat_dtype_size(t->dtype));
    if (t->ndim < 0)
        return true;
    if (!gat_layout_make(kind, t->dtype, t->ndim, t->shape, repeats, drawn, align, l))
        return false;
    e->size[operand] = l->size;
    return true;
}

bool gat_entry_lay_out(struct gat_entry *e)
{
    const struct gat_job *job = &e->job;
    for (unsigned k = 0; k < job->n_inputs; k++)
        if (!one_lay_out(e, k, &job->inputs[k], (enum gat_layout_kind)job->layout[k],
                         job->repeats[k], gat_placed_layout(job->placed, k)))
            return false;
    /* An output in place is laid out as data are. */
    return one_lay_out(e, GAT_WINDOW_OUT, &job->output,
                       (enum gat_layout_kind)job->layout[GAT_MAX_INPUTS], 0,
                       gat_placed_layout(job->placed, job->in_place ? 0 : GAT_MAX_INPUTS));
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
