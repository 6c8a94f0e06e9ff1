/* gpu_plan.c - a checked question as walks and launches.
 *
 * Every operator of the family is one walk over rows: which dimensions it has, and by how
 * much each of them moves on in the operands.  Views are strides like any others.
 * Dimensions that lie one after the other are joined, so that a kernel divides as little
 * as can be, and the last ones become the width of a row.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "gpu.h"

static void dimension_add(struct k_walk *w, int64_t extent, int64_t near, int64_t far,
                          int64_t index, int64_t ordinal)
{
    uint32_t d = w->dims++;
    w->extent[d] = (uint64_t)extent;
    w->near_stride[d] = (uint64_t)near;
    w->far_stride[d] = (uint64_t)far;
    w->index_stride[d] = (uint64_t)index;
    w->ordinal_stride[d] = (uint64_t)ordinal;
}

/* Steps from one tuple to the next along each dimension of indices, in C order. */
static void ordinals_make(const struct gpu_question *q, int64_t *ordinal)
{
    const struct gpu_tensor *indices = &q->t[GPU_INDICES];
    int64_t next = 1;
    for (int32_t d = indices->ndim - 1; d >= 0; d--)
        if (d != q->vector) {
            ordinal[d] = next;
            next *= indices->shape[d];
        }
}

static void axes_add(const struct gpu_question *q, struct k_walk *w, const struct gpu_tensor *far)
{
    for (int32_t j = 0; j < q->depth; j++) {
        w->axis_extent[w->depth] = (uint64_t)q->places[j];
        w->axis_stride[w->depth++] = (uint64_t)far->stride[q->along[j]];
    }
}

/* All indices, and nothing to move: an output without elements still has to say that an
 * index is out of range. */
static void walk_indices(const struct gpu_question *q, struct k_walk *w)
{
    int64_t ordinal[GAT_MAX_RANK];
    const struct gpu_tensor *indices = &q->t[GPU_INDICES];
    ordinals_make(q, ordinal);
    for (int32_t d = 0; d < indices->ndim; d++)
        if (d != q->vector)
            dimension_add(w, indices->shape[d], 0, 0, indices->stride[d], ordinal[d]);
    axes_add(q, w, &q->t[GPU_DATA]);
    w->width = 0;
}

static void walk_moved(const struct gpu_question *q, struct k_walk *w)
{
    int64_t ordinal[GAT_MAX_RANK];
    const struct gpu_tensor *near = &q->t[q->scatters ? GPU_UPDATES : GPU_OUTPUT];
    const struct gpu_tensor *far = &q->t[q->scatters ? GPU_OUTPUT : GPU_DATA];
    ordinals_make(q, ordinal);
    for (int32_t k = 0; k < q->rank; k++) {
        const struct gpu_dimension *m = &q->moved[k];
        dimension_add(w, m->extent, near->stride[k],
                      m->data >= 0 && m->leads == 0 ? far->stride[m->data] : 0,
                      m->indices >= 0 ? q->t[GPU_INDICES].stride[m->indices] : 0,
                      m->indices >= 0 ? ordinal[m->indices] : 0);
        w->leads[k] = m->leads;
        w->windows |= m->leads;
    }
    axes_add(q, w, far);
}

/* Fewer updates than indices, both of one dimension, are taken again and again. */
static bool repeats(const struct gpu_question *q)
{
    return q->form == GPU_PLACES && q->scatters &&
           q->t[GPU_UPDATES].count < q->t[GPU_INDICES].count;
}

static void walk_repeated(const struct gpu_question *q, struct k_walk *w)
{
    const struct gpu_tensor *indices = &q->t[GPU_INDICES], *updates = &q->t[GPU_UPDATES];
    int64_t n = indices->count, m = updates->count, step = indices->stride[0];
    dimension_add(w, n / m + (n % m > 0), 0, 0, m * step, m);
    dimension_add(w, m, updates->stride[0], 0, step, 1);
    axes_add(q, w, &q->t[GPU_OUTPUT]);
}

static void walk_copy(const struct gpu_question *q, struct k_walk *w)
{
    const struct gpu_tensor *from = &q->t[GPU_DATA], *to = &q->t[GPU_OUTPUT];
    for (int32_t d = 0; d < from->ndim; d++)
        dimension_add(w, from->shape[d], to->stride[d], from->stride[d], 0, 0);
}

static void dimension_drop(struct k_walk *w, uint32_t d)
{
    uint64_t *const lists[] = {w->extent,       w->near_stride,    w->far_stride,
                               w->index_stride, w->ordinal_stride, w->leads};
    w->dims--;
    for (unsigned k = 0; k < 6; k++)
        memmove(lists[k] + d, lists[k] + d + 1, (w->dims - d) * sizeof *lists[k]);
}

/* Does dimension d go on where the whole of dimension d + 1 ends, in all operands? */
static bool dimensions_join(const struct k_walk *w, uint32_t d)
{
    uint64_t n = w->extent[d + 1];
    return w->leads[d] == 0 && w->leads[d + 1] == 0 &&
           w->near_stride[d] == n * w->near_stride[d + 1] &&
           w->far_stride[d] == n * w->far_stride[d + 1] &&
           w->index_stride[d] == n * w->index_stride[d + 1] &&
           w->ordinal_stride[d] == n * w->ordinal_stride[d + 1];
}

static void walk_join(struct k_walk *w)
{
    for (uint32_t d = w->dims; d-- > 0;)
        if (w->extent[d] == 1)
            dimension_drop(w, d);
    while (w->dims > 0 && w->width > 0) {
        uint32_t d = w->dims - 1;
        if (w->near_stride[d] != w->width || w->far_stride[d] != w->width ||
            w->index_stride[d] != 0 || w->leads[d] != 0)
            break;
        w->width *= w->extent[d];
        w->dims--;
    }
    for (uint32_t d = w->dims; d-- > 1;)
        if (dimensions_join(w, d - 1)) {
            w->extent[d - 1] *= w->extent[d];
            w->near_stride[d - 1] = w->near_stride[d];
            w->far_stride[d - 1] = w->far_stride[d];
            w->index_stride[d - 1] = w->index_stride[d];
            w->ordinal_stride[d - 1] = w->ordinal_stride[d];
            dimension_drop(w, d);
        }
    w->rows = 1;
    for (uint32_t d = 0; d < w->dims; d++)
        w->rows *= w->extent[d];
}

/* The part of an address that decides whether a unit may be read there.  Buffers of devices
 * begin at multiples of any unit. */
static uint64_t address(const struct gpu_context *c, const struct gpu_at *at)
{
    return at->offset + (c->device->host ? (uint64_t)(uintptr_t)at->buffer : 0);
}

/* The greatest unit that divides whatever a row is reached by. */
static unsigned unit_choose(const struct gpu_context *c, const struct k_walk *w,
                            const struct gpu_launch *l)
{
    uint64_t all = w->width | address(c, &l->near) | address(c, &l->far) | 16;
    for (uint32_t d = 0; d < w->dims; d++)
        all |= w->near_stride[d] | w->far_stride[d];
    for (uint32_t j = 0; j < w->depth; j++)
        all |= w->axis_stride[j];
    return (unsigned)(all & (0 - all));
}

static void units_count(struct k_walk *w, unsigned unit)
{
    w->width /= unit;
    w->near_at /= unit;
    w->far_at /= unit;
    for (uint32_t d = 0; d < w->dims; d++) {
        w->near_stride[d] /= unit;
        w->far_stride[d] /= unit;
    }
    for (uint32_t j = 0; j < w->depth; j++)
        w->axis_stride[j] /= unit;
}

/* 16 bytes of zeros, or of the value that backend.h names for "fill". */
static void fill_make(enum gat_dtype dtype, int64_t esize, bool zero, uint64_t *fill)
{
    static const uint64_t values[GAT_DTYPE_COUNT] = {[GAT_BOOL] = 1,
                                                     [GAT_I8] = 0x80,
                                                     [GAT_I16] = 0x8000,
                                                     [GAT_I32] = 0x80000000,
                                                     [GAT_I64] = UINT64_C(1) << 63,
                                                     [GAT_U8] = UINT64_MAX,
                                                     [GAT_U16] = UINT64_MAX,
                                                     [GAT_U32] = UINT64_MAX,
                                                     [GAT_U64] = UINT64_MAX,
                                                     [GAT_F16] = 0x7e00,
                                                     [GAT_BF16] = 0x7fc0,
                                                     [GAT_F32] = 0x7fc00000,
                                                     [GAT_F64] = UINT64_C(0x7ff8) << 48,
                                                     [GAT_C64] = 0x7fc00000,
                                                     [GAT_C128] = UINT64_C(0x7ff8) << 48};
    unsigned char *bytes = (unsigned char *)fill;
    uint64_t value = zero ? 0 : values[dtype];
    fill[0] = fill[1] = 0;
    for (int64_t k = 0; k < 16; k++)
        if (k % esize < 8)
            bytes[k] = (unsigned char)(value >> (8 * (k % esize)));
}

/* Note size and type of the elements that a kernel computes, in a walk that counts bytes. */
static void elements_note(const struct gpu_question *q, struct k_walk *w, struct gpu_launch *l)
{
    static const unsigned char numbers[GAT_DTYPE_COUNT] = {
        [GAT_U8] = K_UNSIGNED,  [GAT_U16] = K_UNSIGNED, [GAT_U32] = K_UNSIGNED,
        [GAT_U64] = K_UNSIGNED, [GAT_F16] = K_HALF,     [GAT_BF16] = K_BRAIN,
        [GAT_F32] = K_FLOAT,    [GAT_F64] = K_FLOAT,    [GAT_C64] = K_FLOAT,
        [GAT_C128] = K_FLOAT};
    const struct gpu_tensor *data = &q->t[GPU_DATA];
    w->number = numbers[data->dtype];
    w->parts = data->dtype == GAT_C64 || data->dtype == GAT_C128 ? 2 : 1;
    w->part = (uint32_t)data->esize / w->parts;
    w->part_is_odd = l->unit < w->part;
    w->bare = q->bare;
    w->negates = q->negates;
    while (1u << w->note_shift < (uint32_t)data->esize)
        w->note_shift++;
    l->unit = 1;
}

/* The walk's numbers are bytes so far; `l` says where the operands lie. */
static void walk_finish(const struct gpu_context *c, const struct gpu_question *q, struct k_walk *w,
                        struct gpu_launch *l)
{
    const struct gpu_tensor *indices = &q->t[GPU_INDICES];
    walk_join(w);
    if (repeats(q) && l->which == 1)
        w->rows = (uint64_t)indices->count; /* the last time not all */
    l->unit = unit_choose(c, w, l);
    if (w->how != K_MOVE)
        elements_note(q, w, l);
    w->near_at = c->device->host ? 0 : l->near.offset;
    w->far_at = c->device->host ? 0 : l->far.offset;
    w->index_at = c->device->host ? 0 : l->indices.offset;
    units_count(w, l->unit);
    w->index_bytes = (uint32_t)indices->esize;
    w->index_is_odd = address(c, &l->indices) % (uint64_t)indices->esize != 0;
    for (uint32_t d = 0; d < w->dims; d++)
        w->index_is_odd |= w->index_stride[d] % (uint64_t)indices->esize != 0;
    w->index_is_signed = indices->dtype < GAT_U8;
    w->tuple_stride = q->vector >= 0 ? (uint64_t)indices->stride[q->vector] : 0;
    w->index_is_odd |= w->tuple_stride % (uint64_t)indices->esize != 0;
    w->from_end = GPU_DECIDES(q->variant, index_domain, wraps);
    w->policy = q->policy;
    w->first = q->first && w->how == K_MOVE;
    fill_make(q->t[GPU_DATA].dtype, q->t[GPU_DATA].esize, q->zero, w->fill);
    while ((1u << w->lane_shift) < c->most_lanes &&
           ((uint64_t)1 << w->lane_shift) < w->width >> w->note_shift)
        w->lane_shift++;
    l->items = w->rows << w->lane_shift;
}

static void launch_add(struct gpu_plan *p, const struct gpu_launch *like, enum gpu_kernel kernel)
{
    struct gpu_launch *l = &p->launches[p->n_launches++];
    *l = *like;
    l->kernel = kernel;
    if (kernel < GPU_TAKE)
        l->unit = 0;
    if (kernel < GPU_JOIN)
        l->items = p->first.walks[l->which].rows;
}

/* Notes that rows vote by: from the first unit of the far operand to the last one. */
static uint64_t notes_count(const struct k_walk *w)
{
    uint64_t last = 0;
    for (uint32_t d = 0; d < w->dims; d++)
        last += (w->extent[d] - 1) * w->far_stride[d];
    for (uint32_t j = 0; j < w->depth; j++)
        last += (w->axis_extent[j] - (w->axis_extent[j] > 0)) * w->axis_stride[j];
    return (last >> w->note_shift) + 1;
}

/* A launch of a kernel for rows that are put in order. */
static void step_add(struct gpu_plan *p, struct gpu_launch *like, enum gpu_kernel kernel,
                     uint32_t step, uint64_t items)
{
    like->step = step;
    launch_add(p, like, kernel);
    p->launches[p->n_launches - 1].items = items;
}

static uint64_t tiles(uint64_t n)
{
    return (n + (1u << K_DIGIT) - 1) >> K_DIGIT;
}

/* The launches of one digit, as kernel_sort.h says. */
static void digit_add(struct gpu_plan *p, struct gpu_launch *like, uint64_t rows, uint32_t digit)
{
    uint64_t counted = tiles(rows) < 16 ? tiles(rows) : tiles(rows) | 9;
    uint64_t n[16] = {counted << K_DIGIT};
    uint32_t level = 0;
    step_add(p, like, GPU_COUNT, digit, counted);
    for (; n[level] > 1u << K_DIGIT; level++) {
        n[level + 1] = tiles(n[level]);
        step_add(p, like, GPU_SUM, level, n[level + 1]);
    }
    for (level++; level-- > 0;)
        step_add(p, like, GPU_SCAN, level, tiles(n[level]));
    step_add(p, like, GPU_MOVE, digit, tiles(rows));
}

/* Words of notes that rows in order take with `more` words after their counts, in the same place
 * as these; 0: more than the device may spend. */
static uint64_t order_words(const struct k_walk *w, uint64_t more, uint64_t most)
{
    uint64_t counts = 2 * w->rows + (4u << K_DIGIT); /* of all levels, more than there are */
    if (w->rows > most / 5 || more > most)
        return 0;
    uint64_t words = 3 * w->rows + (more > counts ? more : counts);
    return words <= most ? words : 0;
}

/* The launches that put rows in order. */
static gat_status order_plan(struct gpu_context *c, struct gpu_plan *p, struct gpu_launch *like,
                             uint64_t words, uint64_t *notes_size)
{
    struct k_walk *w = &p->first.walks[1];
    if (words == 0)
        return gpu_fail(c, GAT_E_NOMEM, "no memory to put %llu updates in order",
                        (unsigned long long)w->rows);
    *notes_size = 8 * words;
    w->places = notes_count(w);
    step_add(p, like, GPU_KEY, 0, w->rows);
    step_add(p, like, GPU_CHECK, 0, w->rows);
    for (; w->places >> (w->digits * K_DIGIT) > 0; w->digits++)
        digit_add(p, like, w->rows, w->digits);
    like->step = 0;
    return GAT_OK;
}

/* Updates that replace what is there.  A device without memory for each place orders them. */
static gat_status place_plan(struct gpu_context *c, const struct gpu_question *q,
                             struct gpu_plan *p, struct gpu_launch *place, uint64_t *notes_size)
{
    struct k_walk *w = &p->first.walks[1];
    uint64_t most = c->device->most_notes / 8;
    /* A row of one unit is stored whole: then any order will do where it may. */
    bool whole = w->width <= 1 && place->unit <= 8;
    gat_status status = GAT_OK;
    if (w->rows <= 1 || w->width == 0 || (q->unordered && whole))
        w->elects = K_NOBODY;
    else if (notes_count(w) <= most)
        w->elects = K_BY_VOTE;
    else
        w->elects = K_BY_ORDER;
    if (w->elects == K_BY_VOTE) {
        *notes_size = 8 * notes_count(w);
        launch_add(p, place, GPU_CLEAR);
        launch_add(p, place, GPU_ELECT);
    }
    if (w->elects == K_BY_ORDER)
        status = order_plan(c, p, place, order_words(w, 0, most), notes_size);
    launch_add(p, place, GPU_PLACE);
    return status;
}

/* Words of the results that are parts of others, and of where places begin (kernel_join.h);
 * UINT64_MAX for far too many. */
static uint64_t partial_words(const struct k_walk *w)
{
    uint64_t elements = w->width / (w->part * w->parts), words;
    uint64_t fans = (w->rows >> K_FAN_SHIFT) + 1, slots = fans > 1 ? 2 * fans : 0;
    return __builtin_mul_overflow(2 * slots, elements, &words) ||
                   __builtin_add_overflow(words, 2 * fans, &words)
               ? UINT64_MAX
               : words;
}

/* Updates that are combined with what is there. */
static gat_status join_plan(struct gpu_context *c, struct gpu_plan *p, struct gpu_launch *join,
                            uint64_t *notes_size)
{
    struct k_walk *w = &p->first.walks[1];
    uint64_t words = order_words(w, partial_words(w), c->device->most_notes / 8);
    gat_status status = order_plan(c, p, join, words, notes_size);
    uint32_t level = 0, shift = K_FAN_SHIFT;
    do {
        step_add(p, join, GPU_JOIN, level, ((w->rows >> shift) + 1) << w->lane_shift);
        shift = K_FAN_SHIFT * ++level;
    } while (w->rows > 0 && (w->rows - 1) >> shift > 0);
    return status;
}

static gat_status scatter_plan(struct gpu_context *c, const struct gpu_question *q,
                               struct gpu_plan *p, uint64_t *notes_size)
{
    const struct gpu_at *data = &q->t[GPU_DATA].at, *output = &q->t[GPU_OUTPUT].at;
    bool in_place = data->buffer == output->buffer && data->offset == output->offset;
    bool empty = q->t[GPU_OUTPUT].count == 0 || q->t[GPU_UPDATES].count == 0;
    struct gpu_launch copy = {.far = *data, .indices = q->t[GPU_INDICES].at, .near = *output};
    struct gpu_launch place = {
        .which = 1, .far = *output, .indices = q->t[GPU_INDICES].at, .near = q->t[GPU_UPDATES].at};
    struct k_walk *w = &p->first.walks[1];
    if ((!in_place || q->blank) && q->t[GPU_OUTPUT].count > 0) {
        walk_copy(q, &p->first.walks[0]);
        walk_finish(c, q, &p->first.walks[0], &copy);
        p->first.walks[0].blank = q->blank;
        if (q->blank)
            memset(p->first.walks[0].fill, 0, sizeof p->first.walks[0].fill);
        launch_add(p, &copy, GPU_TAKE);
    }
    /* A tuple without an index names a place, too; a window without elements reaches none. */
    if ((q->t[GPU_INDICES].count == 0 && (empty || q->depth > 0)) ||
        (empty && (q->form == GPU_WINDOWS || q->form == GPU_BATCHES)))
        return GAT_OK;
    if (empty)
        walk_indices(q, w);
    else if (repeats(q))
        walk_repeated(q, w);
    else
        walk_moved(q, w);
    w->how = empty ? K_MOVE : q->how;
    walk_finish(c, q, w, &place);
    p->checks = true;
    return w->how == K_MOVE ? place_plan(c, q, p, &place, notes_size)
                            : join_plan(c, p, &place, notes_size);
}

gat_status gpu_plan_make(struct gpu_context *c, const struct gpu_question *q, struct gpu_plan *p,
                         uint64_t *notes_size)
{
    memset(p, 0, sizeof *p);
    *notes_size = 0;
    p->first.bad = K_NOWHERE;
    for (unsigned k = 0; k < K_WALKS; k++)
        p->first.walks[k].width = (uint64_t)q->t[GPU_DATA].esize;
    if (q->scatters)
        return scatter_plan(c, q, p, notes_size);
    struct gpu_launch take = {
        .far = q->t[GPU_DATA].at, .indices = q->t[GPU_INDICES].at, .near = q->t[GPU_OUTPUT].at};
    struct k_walk *w = &p->first.walks[0];
    if (q->t[GPU_INDICES].count == 0 && (q->depth > 0 || q->t[GPU_OUTPUT].count == 0))
        return GAT_OK;
    p->checks = true;
    if (q->t[GPU_OUTPUT].count == 0)
        walk_indices(q, w);
    else
        walk_moved(q, w);
    walk_finish(c, q, w, &take);
    launch_add(p, &take, GPU_TAKE);
    return GAT_OK;
}

/* ---- kernels by name ---- */

static const char *const names[] = {"k_clear", "k_elect", "k_key",  "k_check", "k_count", "k_sum",
                                    "k_scan",  "k_move",  "k_join", "k_take",  "k_place"};

void gpu_kernel_name(const struct gpu_launch *l, char *name, size_t n)
{
    if (l->unit == 0)
        snprintf(name, n, "%s", names[l->kernel]);
    else
        snprintf(name, n, "%s_%u", names[l->kernel], 8 * l->unit);
}

unsigned gpu_kernel_number(const struct gpu_launch *l)
{
    unsigned size = 0;
    while (l->unit > 1u << size)
        size++;
    return (unsigned)l->kernel + (l->unit == 0 ? 0 : size) + (l->kernel == GPU_PLACE ? 4 : 0);
}
