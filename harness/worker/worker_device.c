/* worker_device.c - one call on operands in memory of a device.
 *
 * Every device gets a call in which each operand lies in a buffer of its own between canaries,
 * as far from a multiple of 64 as it lies in its window.  All that is written before the call,
 * poison included, is looked at after it: an input has to come back as it went, an output goes
 * back into its window, where the parent looks at it as at any other.  For a tool that watches
 * buffers, as with --here, the operand begins or ends with its buffer.
 *
 * A device that maps addresses piece by piece gets the call once more, between fences: each
 * operand lies flush with an end of what is mapped, the same end as in its window, so that a
 * kernel that reads beside it is stopped by the device.  Giants come in this form alone.  Of
 * them what holds something has memory of its own, and so have both ends; all the rest reads
 * as zeros.  The windows of other operands stay mapped from call to call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/worker_device.h"

#include <stddef.h>
#include <string.h>

#include "arena.h"
#include "base/without.h"

enum { GUARD = 4096, ALIGN = 64 };
#define FENCE ((uint64_t)16 << 20)     /* at least, on either side of what is mapped */
#define MOST_PIECE ((uint64_t)8 << 20) /* bytes that are brought and looked at together */

/* Bytes of a buffer that are written before the call and looked at after it. */
struct piece {
    uint64_t at, size;
};
struct copy { /* of one operand */
    const unsigned char *window;
    void *buffer;
    bool output, kept;
    const struct gat_giant *giant; /* or NULL */
    uint64_t begins, size;         /* where in the buffer the operand lies */
    size_t n_pieces;
    struct piece *pieces;
};
/* Mapped addresses between fences, which stay from call to call. */
struct range {
    void *space;
    uint64_t inside; /* mapped bytes, from `fence` bytes after its beginning */
};
struct trip {
    const struct gat_backend *b;
    void *context;
    const struct gat_order *order;
    struct gat_arena *arena;
    bool bare;         /* no canary at the end that operands are flush with */
    bool fenced, last; /* the last form of this call: its output is the answer */
    bool brought;      /* all operands lie there as they were sent */
    unsigned char *bytes[2]; /* room for two pieces */
    uint64_t room[2];
    unsigned n;
    struct copy copies[GAT_OPERANDS];
    struct gat_operand operands[GAT_OPERANDS];
};

bool gat_device_serves(const struct gat_backend *b)
{
    return GAT_HAS(b, mem) && GAT_HAS(b, prepare) && GAT_HAS(b, execute) && GAT_HAS(b, sync) &&
           GAT_HAS(b, release) && b->mem->struct_size >= offsetof(struct gat_mem, copy);
}

bool gat_device_maps(const struct gat_backend *b)
{
    return gat_device_serves(b) && b->mem->struct_size >= sizeof *b->mem && b->mem->grain > 0 &&
           b->mem->reserve != NULL && b->mem->map != NULL;
}

static uint64_t round_up(uint64_t size, uint64_t to)
{
    return (size + to - 1) / to * to;
}

static unsigned char *bytes_get(struct trip *v, unsigned which, uint64_t size)
{
    if (v->room[which] < size) {
        v->room[which] = size;
        v->bytes[which] = gat_arena_raw(v->arena, size);
    }
    return v->bytes[which];
}

static void piece_add(struct trip *v, struct copy *c, uint64_t at, uint64_t size)
{
    uint64_t most = c->giant == NULL ? 1 : c->size / MOST_PIECE + 2 * c->giant->n_extents + 4;
    if (c->pieces == NULL)
        c->pieces = GAT_NEW_N(v->arena, struct piece, most);
    c->pieces[c->n_pieces++] = (struct piece){at, size};
}

/* ---- where an operand lies ---- */

/* In a buffer of its own, between canaries. */
static gat_status canaries_make(struct trip *v, struct copy *c)
{
    bool right = v->order->right != 0;
    c->begins = v->bare && !right ? 0 : GUARD;
    c->begins += gat_without("device-alignment") ? 0 : (uintptr_t)c->window % ALIGN;
    uint64_t total = c->begins + c->size;
    if (!v->bare || !right)
        total = round_up(total + GUARD, ALIGN);
    gat_status status = v->b->mem->alloc(v->context, total, &c->buffer);
    if (status != GAT_OK)
        c->buffer = NULL;
    piece_add(v, c, 0, total);
    return status;
}

/* Bytes between the operand and the end that it is flush with: what its alignment leaves. */
static uint64_t slack_of(const struct trip *v, const struct copy *c)
{
    uintptr_t at = (uintptr_t)c->window;
    return v->order->right != 0 ? (0 - (at + c->size)) % ALIGN : at % ALIGN;
}

/* Addresses of which `inside` bytes, between fences of `fence` bytes, are to be mapped. */
static gat_status space_make(struct trip *v, uint64_t fence, uint64_t inside, void **space)
{
    gat_status status = v->b->mem->reserve(v->context, inside + 2 * fence, space);
    if (status != GAT_OK)
        *space = NULL;
    return status;
}

/* In the range of operand number k, flush with one of its ends. */
static gat_status fences_make(struct trip *v, unsigned k, struct copy *c)
{
    static _Thread_local struct range ranges[GAT_OPERANDS];
    struct range *r = &ranges[k];
    uint64_t grain = v->b->mem->grain, fence = round_up(FENCE, grain), slack = slack_of(v, c);
    uint64_t inside = round_up(c->size + GUARD + ALIGN, grain);
    gat_status status = GAT_OK;
    if (r->inside < inside) {
        if (r->space != NULL)
            v->b->mem->free(v->context, r->space);
        r->inside = 0;
        status = space_make(v, fence, inside, &r->space);
        if (status == GAT_OK)
            status = v->b->mem->map(v->context, r->space, fence, inside, GAT_MAP_OWN);
        if (status == GAT_OK)
            r->inside = inside;
    }
    uint64_t beside = slack + c->size + GUARD;
    c->kept = true;
    c->buffer = r->space;
    c->begins = v->order->right != 0 ? fence + r->inside - slack - c->size : fence + slack;
    piece_add(v, c, v->order->right != 0 ? fence + r->inside - beside : fence, beside);
    return status;
}

/* Give whole grains of a giant memory of their own, from the end of the last ones on. */
static gat_status grains_add(struct trip *v, struct copy *c, uint64_t from, uint64_t to,
                             uint64_t *mapped)
{
    uint64_t grain = v->b->mem->grain;
    const struct gat_mem *mem = v->b->mem;
    gat_status status = GAT_OK;
    from = from / grain * grain;
    to = round_up(to, grain);
    if (from < *mapped)
        from = *mapped;
    if (to <= from)
        return GAT_OK;
    if (from > *mapped)
        status = mem->map(v->context, c->buffer, *mapped, from - *mapped, GAT_MAP_ZEROS);
    if (status == GAT_OK)
        status = mem->map(v->context, c->buffer, from, to - from, GAT_MAP_OWN);
    for (*mapped = to; from < to; from += MOST_PIECE)
        piece_add(v, c, from, to - from < MOST_PIECE ? to - from : MOST_PIECE);
    return status;
}

/* Fences as long as the giant: an offset that wrapped around still ends beside it. */
static gat_status giant_make(struct trip *v, struct copy *c)
{
    const struct gat_extent *x = (const struct gat_extent *)(uintptr_t)c->giant->packed;
    uint64_t grain = v->b->mem->grain, slack = slack_of(v, c);
    uint64_t inside = round_up(c->size + slack, grain), fence = inside > FENCE ? inside : FENCE;
    fence = round_up(fence, grain);
    gat_status status = space_make(v, fence, inside, &c->buffer);
    uint64_t mapped = fence, end = fence + inside;
    c->begins = v->order->right != 0 ? end - slack - c->size : fence + slack;
    if (status == GAT_OK)
        status = grains_add(v, c, fence, fence + 1, &mapped);
    for (uint64_t k = 0; k < c->giant->n_extents && status == GAT_OK; k++)
        status = grains_add(v, c, c->begins + x[k].at, c->begins + x[k].at + x[k].size, &mapped);
    return status == GAT_OK ? grains_add(v, c, end - 1, end, &mapped) : status;
}

/* ---- what it holds ---- */

/* The bytes of `p` that lie in one part of the operand, `at` bytes from its beginning. */
static void part_put(const struct copy *c, const struct piece *p, uint64_t at, uint64_t size,
                     const unsigned char *from, unsigned char *to)
{
    uint64_t first = c->begins + at, last = first + size;
    uint64_t low = first > p->at ? first : p->at;
    uint64_t high = last < p->at + p->size ? last : p->at + p->size;
    if (low < high)
        memcpy(to + (low - p->at), from + (low - first), high - low);
}

/* A giant that is written to lies in memory that both processes share; of any other the bytes
 * come after the extents. */
static void giant_put(const struct copy *c, const struct piece *p, unsigned char *to)
{
    const struct gat_extent *x = (const struct gat_extent *)(uintptr_t)c->giant->packed;
    const unsigned char *from = (const unsigned char *)(x + c->giant->n_extents);
    uint64_t low = p->at > c->begins ? p->at : c->begins;
    uint64_t high = p->at + p->size < c->begins + c->size ? p->at + p->size : c->begins + c->size;
    if (low < high)
        memset(to + (low - p->at), 0, high - low);
    for (uint64_t k = 0; k < c->giant->n_extents; k++) {
        part_put(c, p, x[k].at, x[k].size, c->giant->written != 0 ? c->window + x[k].at : from, to);
        from += x[k].size;
    }
}

/* The bytes of a piece before the call. */
static void piece_put(const struct trip *v, const struct copy *c, const struct piece *p,
                      unsigned char *to)
{
    static const unsigned char zeros[GUARD];
    memset(to, (int)v->order->canary, p->size);
    if (c->giant != NULL)
        giant_put(c, p, to);
    else
        part_put(c, p, 0, c->size, c->window, to);
    if (c->output && gat_without("device-poison"))
        part_put(c, p, 0, c->size < GUARD ? c->size : GUARD, zeros, to);
}

/* The memory of an operand; work in place shares one. */
static gat_status copy_make(struct trip *v, unsigned k)
{
    struct copy *c = &v->copies[k];
    struct gat_tensor *t = &v->operands[k].tensor;
    const struct gat_giant *g = &v->order->giant;
    c->window = t->data;
    c->size = v->order->size[k];
    c->output = v->operands[k].role != GAT_IN;
    c->giant = g->size != 0 && (uintptr_t)c->window == g->there ? g : NULL;
    t->device = v->b->mem->device;
    t->data = NULL;
    if (c->size == 0)
        return GAT_OK;
    for (unsigned j = 0; j < k; j++)
        if (v->copies[j].window == c->window && v->copies[j].buffer != NULL) {
            t->data = v->copies[j].buffer;
            t->byte_offset += v->copies[j].begins;
            return GAT_OK;
        }
    gat_status status = c->giant != NULL ? giant_make(v, c)
                        : v->fenced      ? fences_make(v, k, c)
                                         : canaries_make(v, c);
    t->data = c->buffer;
    t->byte_offset += c->begins;
    for (size_t n = 0; n < c->n_pieces && status == GAT_OK; n++) {
        const struct piece *p = &c->pieces[n];
        unsigned char *bytes = bytes_get(v, 0, p->size);
        piece_put(v, c, p, bytes);
        status = v->b->mem->copy_in(v->context, c->buffer, p->at, bytes, p->size);
    }
    return status;
}

/* ---- what came back ---- */

/* The first byte in [from, to) that is not as it was, or `to`. */
static uint64_t changed_first(const unsigned char *was, const unsigned char *now, uint64_t from,
                              uint64_t to)
{
    enum { BLOCK = 4096 };
    for (uint64_t n; from < to; from += n) {
        n = to - from < BLOCK ? to - from : BLOCK;
        if (memcmp(was + from, now + from, n) != 0)
            break;
    }
    while (from < to && was[from] == now[from])
        from++;
    return from;
}

/* Where the operand begins and ends in a piece. */
static void span_find(const struct copy *c, const struct piece *p, uint64_t *begin, uint64_t *end)
{
    *begin = c->begins > p->at ? c->begins - p->at : 0;
    *begin = *begin < p->size ? *begin : p->size;
    *end = c->begins + c->size > p->at ? c->begins + c->size - p->at : 0;
    *end = *end < p->size ? *end : p->size;
}

/* The changed byte that is nearest to the operand, in it or after it first; of an output only
 * bytes beside it count. */
static void damage_find(const struct copy *c, const struct piece *p, const unsigned char *was,
                        const unsigned char *now, unsigned k, struct gat_result *r)
{
    uint64_t begin, end, at;
    bool inside = !c->output && !gat_without("device-inputs");
    span_find(c, p, &begin, &end);
    at = inside ? changed_first(was, now, begin, end) : end;
    if (at == end && !gat_without("device-canary")) {
        at = changed_first(was, now, end, p->size);
        if (at == p->size && changed_first(was, now, 0, begin) < begin)
            for (at = begin - 1; was[at] == now[at];)
                at--;
    } else if (at == end) {
        at = p->size;
    }
    if (at < p->size && r->damaged == 0) {
        r->damaged = k + 1;
        r->damage = (int64_t)(p->at + at - c->begins);
    }
}

/* Bring it into the window; of a giant only the changed parts, because writing to a hole
 * allocates it. */
static void piece_return(const struct copy *c, const struct piece *p, const unsigned char *was,
                         const unsigned char *now)
{
    unsigned char *to = (unsigned char *)(uintptr_t)c->window;
    uint64_t begin, end;
    span_find(c, p, &begin, &end);
    if (c->giant == NULL && begin < end)
        memcpy(to + (p->at + begin - c->begins), now + begin, end - begin);
    while (c->giant != NULL && (begin = changed_first(was, now, begin, end)) < end) {
        to[p->at + begin - c->begins] = now[begin];
        begin++;
    }
}

static gat_status copy_return(struct trip *v, unsigned k, struct gat_result *r)
{
    const struct copy *c = &v->copies[k];
    gat_status status = GAT_OK;
    for (size_t n = 0; n < c->n_pieces && status == GAT_OK; n++) {
        const struct piece *p = &c->pieces[n];
        unsigned char *was = bytes_get(v, 0, p->size), *now = bytes_get(v, 1, p->size);
        status = v->b->mem->copy_out(v->context, now, c->buffer, p->at, p->size);
        if (status != GAT_OK)
            break;
        piece_put(v, c, p, was);
        damage_find(c, p, was, now, k, r);
        if (c->output && v->last)
            piece_return(c, p, was, now);
    }
    return status;
}

/* ---- the call ---- */

/* No case demands these. */
static bool is_failure(gat_status status)
{
    return status == GAT_E_UNSUPPORTED || status >= GAT_E_NOMEM;
}

/* A failure after which not even a few bytes come back from the device is its loss, whatever the
 * backend calls it: otherwise the cases after this one would be accused. */
static gat_status loss_find(const struct trip *v, gat_status status)
{
    static const unsigned char there[ALIGN];
    unsigned char back[ALIGN];
    const struct gat_mem *mem = v->b->mem;
    void *buffer = NULL;
    if (status < GAT_E_NOMEM || gat_is_lost(status))
        return status;
    gat_status works = mem->alloc(v->context, sizeof there, &buffer);
    if (works == GAT_E_NOMEM)
        return status;
    if (works != GAT_OK)
        return GAT_E_LOST;
    works = mem->copy_in(v->context, buffer, 0, there, sizeof there);
    if (works == GAT_OK)
        works = mem->copy_out(v->context, back, buffer, 0, sizeof there);
    mem->free(v->context, buffer);
    return works == GAT_OK ? status : GAT_E_LOST;
}

static gat_status plan_run(const struct trip *v, const struct gat_call *call)
{
    void *plan;
    gat_status status = v->b->prepare(v->context, call, &plan);
    if (status != GAT_OK)
        return status;
    status = v->b->execute(v->context, plan);
    if (status == GAT_OK)
        status = v->b->sync(v->context, plan);
    status = loss_find(v, status);
    v->b->release(v->context, plan);
    return status;
}

static gat_status trip_make(struct trip *v, const struct gat_call *call, struct gat_result *r)
{
    struct gat_call there = *call;
    gat_status status = GAT_OK;
    v->n = (unsigned)call->n_operands;
    memcpy(v->operands, call->operands, v->n * sizeof *v->operands);
    there.operands = v->operands;
    for (unsigned k = 0; status == GAT_OK && k < v->n; k++)
        if (v->operands[k].form != GAT_ABSENT && strcmp(v->operands[k].name, "axis") != 0)
            status = copy_make(v, k);
    v->brought = status == GAT_OK;
    if (v->brought)
        status = plan_run(v, &there);
    for (unsigned k = 0; k < v->n && v->brought && !gat_is_lost(status); k++)
        if (v->copies[k].buffer != NULL) {
            gat_status back = loss_find(v, copy_return(v, k, r));
            status = status == GAT_OK || gat_is_lost(back) ? back : status;
        }
    for (unsigned k = 0; k < v->n; k++)
        if (v->copies[k].buffer != NULL && !v->copies[k].kept)
            v->b->mem->free(v->context, v->copies[k].buffer);
    gat_arena_reset(v->arena);
    return status;
}

gat_status gat_device_run(const struct gat_backend *b, void *context, const struct gat_order *o,
                          const struct gat_call *call, bool bare, struct gat_result *r)
{
    static _Thread_local struct gat_arena arena; /* grows to the largest call and stays */
    bool maps = gat_device_maps(b), giant = o->giant.size != 0;
    struct trip v = {.b = b, .context = context, .order = o, .arena = &arena, .bare = bare,
                     .last = !maps};
    gat_status status = giant ? GAT_OK : trip_make(&v, call, r);
    if (!maps || is_failure(status) || r->damaged != 0)
        return status;
    v = (struct trip){.b = b, .context = context, .order = o, .arena = &arena, .fenced = true,
                      .last = true};
    r->fenced = giant ? GAT_FENCED_GIANT : GAT_FENCED;
    gat_status fenced = trip_make(&v, call, r);
    if (fenced == GAT_E_NOMEM && !v.brought && !giant) { /* fences are no demand: canaries serve */
        v = (struct trip){.b = b, .context = context, .order = o, .arena = &arena, .bare = bare,
                          .last = true};
        r->fenced = GAT_FENCED_NOT;
        return trip_make(&v, call, r);
    }
    /* an error between canaries alone is told in one of the two calls, which differ then */
    return fenced == GAT_OK && o->is_second == 0 ? status : fenced;
}
