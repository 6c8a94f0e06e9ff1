/* window.c - where everything lies: windows, fences, operands, descriptors.
 *
 * An operand is placed twice: flush against the end of its window and flush against the start,
 * in an order that is drawn (placement.h).  The rest of a window beside the operand is canary;
 * outputs are poison, another byte in each of the two calls, and canaries of inputs others again.
 * The descriptors are complete structures with the worker's addresses, so the worker does nothing
 * for a call but to call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "base/without.h"
#include "dtype.h"
#include "exchange/entry.h"
#include "exchange/placement.h"
#include "exchange/sparse_out.h"
#include "exchange/window.h"
#include "exchange/worker_counters.h"
#include "layout.h"

const unsigned char gat_poison[2] = {0xA5, 0x5A}, gat_beside[2] = {0xC3, 0x3C};

static size_t round_up(size_t size, size_t to)
{
    return (size + to - 1) / to * to;
}

void gat_geometry_make(struct gat_geometry *g, unsigned n_cases)
{
    assert(n_cases >= 1 && n_cases <= GAT_MAX_SLOTS / 2);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    g->page = page;
    g->small = round_up(GAT_SMALL_WINDOW, page);
    g->n_cases = n_cases;
    g->desc = round_up(sizeof(struct gat_feed), page);
    g->back = round_up(g->desc + n_cases * GAT_DESC_SIZE, page);
    size_t results = 2 * n_cases * sizeof(struct gat_result);
    g->text = round_up(g->back + sizeof(struct gat_back) + results, page);
    g->seen = g->text + round_up(GAT_TEXT_SIZE, page);
    g->windows = g->seen + round_up(GAT_MOST_COUNTERS, page);
    g->large = g->windows + n_cases * GAT_WINDOW_COUNT * g->small;
    g->seat_size = g->large + GAT_WINDOW_COUNT * GAT_LARGE_WINDOW;

    g->at_feed = GAT_MARGIN;
    g->at_back = g->at_feed + g->back + GAT_GAP;
    g->at_windows = g->at_back + (g->windows - g->back) + GAT_GAP;
    g->at_large = g->at_windows + n_cases * GAT_WINDOW_COUNT * (g->small + GAT_GAP);
    g->at_giant = g->at_large + GAT_WINDOW_COUNT * (GAT_LARGE_WINDOW + GAT_GAP) + GAT_GIANT_WINDOW;
    g->span = g->at_giant + 2 * GAT_GIANT_WINDOW;
}

int gat_sealed_file(const char *name, size_t size, struct gat_error *e)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && ftruncate(fd, (off_t)size) == 0 &&
        fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
        return fd;
    gat_fail(e, "", 0, 0, "no shared memory for a worker (memfd_create; ulimit -f?): %s",
             strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

size_t gat_window_size(const struct gat_geometry *g, unsigned set)
{
    return set < g->n_cases ? g->small : GAT_LARGE_WINDOW;
}

/* The windows that the worker may write to come first, of all sets: they are mapped otherwise. */
size_t gat_window_file(const struct gat_geometry *g, unsigned set, unsigned window)
{
    const unsigned others = GAT_WINDOW_COUNT - GAT_WRITABLE_WINDOWS;
    bool small = set < g->n_cases;
    size_t one = small ? g->small : GAT_LARGE_WINDOW, sets = small ? g->n_cases : 1;
    size_t from = small ? g->windows : g->large, at = small ? set : 0;
    if (gat_window_writable(window))
        return from + (GAT_WRITABLE_WINDOWS * at + (window == GAT_WINDOW_TEXTS)) * one;
    size_t k = window < GAT_WINDOW_OUT ? window : window - 1;
    return from + (GAT_WRITABLE_WINDOWS * sets + others * at + k) * one;
}

size_t gat_window_span(const struct gat_geometry *g, unsigned set, unsigned window)
{
    if (set < g->n_cases)
        return g->at_windows + (set * GAT_WINDOW_COUNT + window) * (g->small + GAT_GAP);
    return g->at_large + window * (GAT_LARGE_WINDOW + GAT_GAP);
}

struct gat_desc *gat_seat_desc(const struct gat_seat *s, unsigned at)
{
    return (struct gat_desc *)(void *)(s->map + s->geo->desc + at * GAT_DESC_SIZE);
}

unsigned gat_entry_set(const struct gat_geometry *g, const struct gat_entry *e, unsigned at)
{
    return e->large ? g->n_cases : at;
}

/* The strings of an input: their bytes, and the longest of them. */
static void measure_strings(const struct gat_array *t, struct gat_entry *e)
{
    const struct gat_string *views = t->data;
    int64_t n = gat_array_count(t);
    for (int64_t k = 0; k < n; k++) {
        e->pool_size += views[k].size;
        if (views[k].size > e->text_limit)
            e->text_limit = views[k].size;
    }
}

/* Bytes that each operand takes in its window. */
static void sizes_measure(struct gat_entry *e)
{
    const struct gat_job *job = &e->job;
    for (unsigned k = 0; k < job->n_inputs; k++)
        e->size[k] = job->inputs[k].ndim < 0 ? 0 : gat_array_size(&job->inputs[k]);
    e->size[GAT_WINDOW_OUT] = gat_array_size(&job->output);
}

void gat_entry_measure(const struct gat_geometry *g, struct gat_entry *e)
{
    const struct gat_job *job = &e->job;
    assert(job->n_inputs <= GAT_MAX_INPUTS && job->n_attrs <= GAT_MAX_ATTRS);
    size_t greatest = 0;
    e->sparse_out = job->in_place && job->inputs[0].sparse != NULL;
    sizes_measure(e);
    bool laid_out = !job->presented || gat_entry_lay_out(e);
    e->pool_size = 0;
    e->text_limit = e->n_views = 0;
    for (unsigned k = 0; k < job->n_inputs; k++) {
        const struct gat_array *t = &job->inputs[k];
        size_t taken = t->sparse == NULL ? e->size[k] : gat_giant_packed_size(t);
        greatest = taken > greatest ? taken : greatest;
        if (t->ndim >= 0 && t->dtype == GAT_STR)
            measure_strings(t, e);
    }
    if (!e->sparse_out && e->size[GAT_WINDOW_OUT] > greatest)
        greatest = e->size[GAT_WINDOW_OUT];
    if (job->output.dtype == GAT_STR) {
        e->text_limit += 32; /* an answer that is too long must show as such */
        e->n_views = (uint64_t)gat_array_count(&job->output);
        size_t texts;
        if (!gat_size_mul(e->n_views, e->text_limit + sizeof(uint64_t), &texts))
            texts = SIZE_MAX;
        if (texts > greatest)
            greatest = texts;
    }
    if (e->pool_size > greatest)
        greatest = e->pool_size;
    /* There is room for one scatter into sparse data at a time, as there is for one large case. */
    e->large = e->sparse_out || greatest > g->small / 2 - 2 * GAT_CANARY;
    e->weight = 1 + (uint32_t)((greatest < GAT_LARGE_WINDOW ? greatest : GAT_LARGE_WINDOW) >> 12);
    e->hopeless = !laid_out || greatest > GAT_LARGE_WINDOW / 2 - 2 * GAT_CANARY;
}

/* Where an operand of `size` bytes goes in its window in call `k`. */
static struct gat_spot spot_make(const struct gat_seat *s, unsigned set, unsigned window,
                                 size_t size, size_t align, bool odd, uint64_t placed, unsigned k)
{
    size_t room = gat_window_size(s->geo, set);
    size_t tail = gat_without("fence-after") ? GAT_CANARY : 0;
    size_t before = gat_without("fence-before") ? GAT_CANARY : 0;
    bool right = gat_placed_right(placed, k);
    size_t lead = gat_placed_inside(placed, k, window, room / 2 - size, align);
    size_t beside = odd ? gat_placed_beside(placed, window, align) : 0;
    if (lead != 0)
        tail = before = lead;
    if (odd)
        align = 2 * beside;
    size_t at = right ? ((room - tail - size - beside) & ~(align - 1)) + beside : before + beside;
    size_t after = room - at - size;
    return (struct gat_spot){
        .here = s->map + gat_window_file(s->geo, set, window) + at,
        .there = s->base + gat_window_span(s->geo, set, window) + at,
        .size = size,
        .before = at < GAT_CANARY ? at : GAT_CANARY,
        .after = after < GAT_CANARY ? after : GAT_CANARY,
    };
}

/* The spot of an operand of the job, in the window where it belongs. */
static struct gat_spot operand_spot(const struct gat_seat *s, unsigned set,
                                    const struct gat_entry *e, unsigned window, unsigned k)
{
    const struct gat_array *t = window == GAT_WINDOW_OUT ? &e->job.output : &e->job.inputs[window];
    const struct gat_layout *l = gat_entry_layout(e, window);
    size_t align = gat_layout_align(e->job.min_align, gat_dtype_size(t->dtype));
    return spot_make(s, set, window, e->size[window], align, l != NULL && l->kind == GAT_ODD,
                     e->job.placed, k);
}

/* A sparse operand: its bytes stay in the parent, what it holds goes packed into its
 * ordinary window, the same for both calls. */
static struct gat_spot place_giant(const struct gat_seat *s, unsigned set,
                                   const struct gat_entry *e, unsigned i, unsigned k,
                                   struct gat_order *o)
{
    const struct gat_array *t = &e->job.inputs[i];
    unsigned char *window = s->map + gat_window_file(s->geo, set, GAT_WINDOW_IN + i);
    size_t align = gat_layout_align(e->job.min_align, gat_dtype_size(t->dtype));
    bool right = gat_placed_right(e->job.placed, k);
    size_t at = right ? (GAT_GIANT_WINDOW - e->size[i]) & ~(align - 1) : 0;
    if (k == 0)
        gat_giant_pack(t, window);
    o->giant = (struct gat_giant){
        .there = s->base + s->geo->at_giant + at,
        .size = e->size[i],
        .packed = s->base + gat_window_span(s->geo, set, GAT_WINDOW_IN + i),
        .n_extents = t->sparse->count,
        .poison = gat_poison[k],
    };
    return (struct gat_spot){.here = window, .there = o->giant.there, .size = e->size[i]};
}

/* A bump allocator in the descriptor page. */
struct heap {
    unsigned char *here;
    uint64_t there;
    size_t used, size;
    bool full;
};

static uint64_t heap_put(struct heap *h, const void *from, size_t size, size_t align)
{
    size_t at = round_up(h->used, align);
    if (at > h->size || size > h->size - at) {
        h->full = true;
        return h->there;
    }
    memcpy(h->here + at, from, size);
    h->used = at + size;
    return h->there + at;
}

/* An address of the worker's, for a structure that only the worker follows. */
static void *there(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

static const char *heap_text(struct heap *h, const char *text)
{
    return there(heap_put(h, text, strlen(text) + 1, 1));
}

static void put_attrs(struct gat_desc *d, const struct gat_job *job, struct heap *h)
{
    for (unsigned k = 0; k < job->n_attrs; k++) {
        const struct gat_attr *a = &job->attrs[k];
        struct gat_attr *to = &d->attrs[k];
        *to = *a;
        to->name = heap_text(h, a->name);
        to->text = NULL;
        to->ints = NULL;
        if (a->kind == GAT_ATTR_TEXT)
            to->text = heap_text(h, a->text);
        if (a->kind == GAT_ATTR_INTS)
            to->ints = there(heap_put(h, a->ints, a->n_ints * sizeof *a->ints, 8));
    }
}

static struct gat_operand put_operand(struct heap *h, const char *name, int32_t role,
                                      const struct gat_array *t, const struct gat_layout *l)
{
    struct gat_operand o = {.name = heap_text(h, name), .role = role};
    if (t->ndim < 0)
        return o;
    o.form = GAT_TENSOR;
    o.tensor.device.type = 1;
    o.tensor.ndim = t->ndim;
    o.tensor.type = gat_dtype_code(t->dtype);
    o.tensor.shape = there(heap_put(h, t->shape, (size_t)t->ndim * sizeof *t->shape, 8));
    if (l == NULL)
        return o;
    o.tensor.byte_offset = l->lead;
    if (gat_layout_states_strides(l))
        o.tensor.strides = there(heap_put(h, l->stride, (size_t)l->ndim * sizeof *l->stride, 8));
    return o;
}

/* The pool begins with the first string and ends with the last, so that both
 * lie flush; a single one alternates.  Views are relocated to the worker. */
struct pool {
    unsigned char *here;
    uint64_t there;
    size_t room, left, used; /* left: bytes of strings still to come */
    bool right;
};

static void pool_put(struct pool *p, const struct gat_layout *l, unsigned char *to,
                     const struct gat_string *from, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) {
        size_t size = from[k].size;
        if (size == 0) {
            gat_view_put(l, to, k, (struct gat_string){there(p->there + p->room), 0});
            continue;
        }
        bool single = p->used == 0 && p->left == size;
        if (p->used != 0 || (single && p->right))
            p->used = p->room - p->left;
        memcpy(p->here + p->used, from[k].data, size);
        gat_view_put(l, to, k, (struct gat_string){there(p->there + p->used), size});
        p->used += size;
        p->left -= size;
    }
}

/* The output: poison everywhere, its canaries included. */
static void poison_output(const struct gat_spot *spot, const struct gat_layout *l, unsigned k,
                          struct gat_order *o, uint64_t fence)
{
    memset(spot->here - spot->before, gat_poison[k], spot->before + spot->size + spot->after);
    if (gat_without("poison"))
        memset(spot->here, 0, spot->size);
    if (!o->has_texts)
        return;
    /* A view of poison leads into the fence, and is never followed by us. */
    memset(&o->poison.size, gat_poison[k], sizeof o->poison.size);
    o->poison.data = there(fence + gat_poison[k]);
    for (uint64_t n = 0; n < o->n_views; n++)
        gat_view_put(l, spot->here, n, o->poison);
}

static void place_elements(struct gat_entry *e, unsigned i, unsigned k, struct pool *pool)
{
    const struct gat_spot *spot = &e->spots[k][i];
    const struct gat_array *t = &e->job.inputs[i];
    const struct gat_layout *l = gat_entry_layout(e, i);
    if (t->dtype == GAT_STR)
        pool_put(pool, l, spot->here, t->data, (uint64_t)gat_array_count(t));
    else if (l != NULL)
        gat_layout_place(l, t->data, spot->here);
    else
        memcpy(spot->here, t->data, spot->size);
}

static void place_input(struct gat_entry *e, unsigned i, unsigned k, struct pool *pool)
{
    const struct gat_spot *spot = &e->spots[k][i];
    memset(spot->here - spot->before, gat_beside[k], spot->before);
    memset(spot->here + spot->size, gat_beside[k], spot->after);
    if (e->job.presented)
        memset(spot->here, gat_poison[1 - k], spot->size); /* a read of it shows no poison */
    place_elements(e, i, k, pool);
}

/* The output full of poison, and the strings that come back from it. */
static void place_output(struct gat_seat *s, unsigned set, struct gat_entry *e, struct gat_desc *d,
                         unsigned k)
{
    struct gat_spot *out = &e->spots[k][GAT_WINDOW_OUT];
    const struct gat_layout *l = gat_entry_layout(e, GAT_WINDOW_OUT);
    const struct gat_geometry *g = s->geo;
    struct gat_order *o = &d->order[k];
    o->windows |= GAT_BIT(GAT_WINDOW_OUT);
    if (e->job.output.dtype == GAT_STR) {
        o->windows |= GAT_BIT(GAT_WINDOW_TEXTS);
        o->has_texts = 1;
        o->n_views = e->n_views;
        o->views = out->there;
        o->text_limit = e->text_limit;
        o->texts =
            s->base + gat_window_span(g, set, GAT_WINDOW_TEXTS) + k * gat_window_size(g, set) / 2;
        if (l != NULL) {
            d->output = *l;
            o->layout = s->base + g->at_feed + (uint64_t)((unsigned char *)&d->output - (s->map));
        }
    }
    poison_output(out, l, k, o, s->base + GAT_MARGIN / 2);
}

/* Operands of call `k` into their windows, their addresses into the descriptor. */
static void place_call(struct gat_seat *s, unsigned at, struct gat_entry *e, struct gat_desc *d,
                       unsigned k)
{
    const struct gat_job *job = &e->job;
    const struct gat_geometry *g = s->geo;
    unsigned set = gat_entry_set(g, e, at);
    struct gat_order *o = &d->order[k];
    bool meant = (job->manner == GAT_CALL_IN_CONTEXT) == (k == 0);
    *o = (struct gat_order){.kind = GAT_ORDER_RUN,
                            .set = set,
                            .counted = job->counted,
                            .manner = meant ? job->manner : GAT_CALL_PLAIN,
                            .is_second = k,
                            .right = gat_placed_right(job->placed, k),
                            .look = e->sparse_out ? GAT_LOOK_SELDOM : job->look,
                            .weight = e->weight};
    struct pool pool = {.here = s->map + gat_window_file(g, set, GAT_WINDOW_POOL),
                        .there = s->base + gat_window_span(g, set, GAT_WINDOW_POOL),
                        .room =
                            gat_window_size(g, set) - (gat_without("fence-after") ? GAT_CANARY : 0),
                        .left = e->pool_size,
                        .right = gat_placed_right(job->placed, k)};
    if (e->pool_size != 0)
        o->windows |= GAT_BIT(GAT_WINDOW_POOL);
    for (unsigned i = 0; i < job->n_inputs; i++) {
        const struct gat_array *t = &job->inputs[i];
        if (t->ndim < 0) {
            e->spots[k][i].here = NULL;
            continue;
        }
        if (job->in_place && i == 0)
            continue;
        e->spots[k][i] =
            t->sparse != NULL ? place_giant(s, set, e, i, k, o) : operand_spot(s, set, e, i, k);
        d->operands[k][i].tensor.data = there(e->spots[k][i].there);
        o->size[i] = e->size[i];
        if (e->size[i] == 0)
            continue; /* not mapped: whoever follows it faults */
        o->windows |= GAT_BIT(GAT_WINDOW_IN + i);
        if (t->sparse == NULL)
            place_input(e, i, k, &pool);
    }
    struct gat_spot *out = &e->spots[k][GAT_WINDOW_OUT];
    *out = e->sparse_out ? gat_sparse_out_place(s, set, e, k, o)
                         : operand_spot(s, set, e, GAT_WINDOW_OUT, k);
    d->operands[k][job->n_inputs].tensor.data = there(out->there);
    o->size[job->n_inputs] = out->size;
    o->canary = gat_beside[k];
    if (out->size > 0 && !e->sparse_out)
        place_output(s, set, e, d, k);
    if (!job->in_place)
        return;
    e->spots[k][0] = *out;
    o->size[0] = out->size;
    d->operands[k][0].tensor.data = there(out->there);
    if (out->size > 0 && !e->sparse_out)
        place_elements(e, 0, k, &pool);
}

bool gat_entry_place(struct gat_seat *s, unsigned at, struct gat_entry *e)
{
    struct gat_desc *d = gat_seat_desc(s, at);
    const struct gat_job *job = &e->job;
    uint64_t desc_there = s->base + s->geo->at_feed + s->geo->desc + at * GAT_DESC_SIZE;
    struct heap h = {.here = d->heap,
                     .there = desc_there + offsetof(struct gat_desc, heap),
                     .size = GAT_DESC_SIZE - offsetof(struct gat_desc, heap)};
    unsigned n = job->n_inputs;
    for (unsigned i = 0; i < n; i++)
        d->operands[0][i] =
            put_operand(&h, job->input_names[i], job->in_place && i == 0 ? GAT_INOUT : GAT_IN,
                        &job->inputs[i], gat_entry_layout(e, i));
    d->operands[0][n] =
        put_operand(&h, "output", GAT_OUT, &job->output, gat_entry_layout(e, GAT_WINDOW_OUT));
    put_attrs(d, job, &h);
    d->call[0] = (struct gat_call){
        .struct_size = sizeof(struct gat_call),
        .op = heap_text(&h, job->op),
        .variant = heap_text(&h, job->variant),
        .profile = heap_text(&h, job->profile),
        .attrs = there(desc_there + offsetof(struct gat_desc, attrs)),
        .n_attrs = job->n_attrs,
        .operands = there(desc_there + offsetof(struct gat_desc, operands[0])),
        .n_operands = n + 1,
    };
    if (h.full || (e->sparse_out && !gat_sparse_out_open(s)))
        return false;
    memcpy(d->operands[1], d->operands[0], (n + 1) * sizeof(struct gat_operand));
    d->call[1] = d->call[0];
    d->call[1].operands = there(desc_there + offsetof(struct gat_desc, operands[1]));
    place_call(s, at, e, d, 0);
    place_call(s, at, e, d, 1);
    if (e->large)
        gat_large_note(s, e);
    return true;
}

void gat_entry_skip(struct gat_seat *s, unsigned at)
{
    struct gat_desc *d = gat_seat_desc(s, at);
    for (unsigned k = 0; k < 2; k++)
        d->order[k] = (struct gat_order){.kind = GAT_ORDER_NONE};
}
