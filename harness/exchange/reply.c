/* reply.c - what came back from the worker: statuses, canaries, strings, faults.
 *
 * The worker is hostile.  Numbers are bounded before they are used, texts are ended, and the
 * bytes of an output stay where they are: as many are compared as the parent put there.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <string.h>

#include "base/without.h"
#include "exchange/entry.h"
#include "exchange/placement.h"
#include "exchange/reply.h"
#include "exchange/sparse_out.h"
#include "exchange/window.h"
#include "sandbox/leftovers.h"

static const char *operand_name(const struct gat_entry *e, unsigned window)
{
    return window == GAT_WINDOW_OUT ? "output" : e->job.input_names[window];
}

/* The changed canary byte that is nearest to the operand. */
static bool canary_broken(const struct gat_spot *s, unsigned char poison, int64_t *at)
{
    for (size_t k = 0; k < s->after; k++)
        if (s->here[s->size + k] != poison) {
            *at = (int64_t)(s->size + k);
            return true;
        }
    for (size_t k = 1; k <= s->before; k++)
        if (*(s->here - k) != poison) {
            *at = -(int64_t)k;
            return true;
        }
    return false;
}

/* Most canaries are whole: no branch in the loops, so that they are fast. */
static bool canary_whole(const struct gat_spot *s, unsigned char poison)
{
    unsigned char changed = 0;
    for (size_t k = 0; k < s->after; k++)
        changed |= s->here[s->size + k] ^ poison;
    for (size_t k = 1; k <= s->before; k++)
        changed |= *(s->here - k) ^ poison;
    return changed == 0;
}

/* The changed byte between the elements of a view, or, below 0, before the first of them. */
static bool gap_broken(const struct gat_entry *e, unsigned k, int64_t *at)
{
    const struct gat_layout *l = gat_entry_layout(e, GAT_WINDOW_OUT);
    size_t byte;
    if (l == NULL || !gat_layout_gap(l, e->spots[k][GAT_WINDOW_OUT].here, gat_poison[k], &byte))
        return false;
    *at = (int64_t)byte - (byte < l->lead ? (int64_t)l->lead : 0);
    return true;
}

/* Only outputs can have been written to: the canaries beside inputs are read-only
 * in the worker. */
static void read_canaries(const struct gat_entry *e, struct gat_reply *r)
{
    for (unsigned k = 0; k < 2; k++) {
        const struct gat_spot *s = &e->spots[k][GAT_WINDOW_OUT];
        int64_t at;
        if (s->size == 0)
            continue;
        bool beside = !canary_whole(s, gat_poison[k]) && canary_broken(s, gat_poison[k], &at);
        bool inside = !beside && gap_broken(e, k, &at);
        if (!beside && !inside)
            continue;
        r->gap = inside && at >= 0;
        r->canary = true;
        r->call = k;
        r->operand = operand_name(e, GAT_WINDOW_OUT);
        r->offset = at;
        r->operand_size = (int64_t)s->size;
        r->write = true;
        return;
    }
}

/* Which byte, in or beside an operand that lay elsewhere.  False: none was told of. */
static bool read_byte(const struct gat_entry *e, const struct gat_result *result,
                      struct gat_reply *r)
{
    uint32_t operand = result->damaged - 1;
    if (operand > e->job.n_inputs)
        return false;
    unsigned window = operand == e->job.n_inputs ? GAT_WINDOW_OUT : operand;
    r->operand = operand_name(e, window);
    r->offset = result->damage;
    r->operand_size = (int64_t)e->size[window];
    r->write = result->told != GAT_TOLD_READ;
    return true;
}

/* Bytes in and beside the copies of operands that lay on a device, as the worker saw them. */
static void read_damage(const struct gat_entry *e, const struct gat_result *result, unsigned k,
                        struct gat_reply *r)
{
    if (r->canary || result->status == GAT_E_FAULT || !read_byte(e, result, r))
        return;
    r->canary = true;
    r->call = k;
    r->copied = result->told != GAT_TOLD_NOTHING;
}

/* A kernel that its device has stopped, unless bytes beside an operand tell more. */
static void read_stop(const struct gat_entry *e, const struct gat_result *result, unsigned k,
                      bool copied, struct gat_reply *r)
{
    if (r->canary || r->end != GAT_END_ANSWERED || result->status != GAT_E_FAULT)
        return;
    r->end = GAT_END_FAULT;
    r->call = k;
    r->copied = copied;
    r->on_device = !read_byte(e, result, r);
    r->beside = result->fenced != GAT_FENCED_NOT && !e->sparse_out;
}

/* Views of the copies that the worker made of its output strings. */
static void read_strings(const struct gat_seat *s, unsigned at, const struct gat_entry *e,
                         unsigned k, struct gat_string *views)
{
    unsigned set = gat_entry_set(s->geo, e, at);
    const unsigned char *texts = s->map + gat_window_file(s->geo, set, GAT_WINDOW_TEXTS) +
                                 k * gat_window_size(s->geo, set) / 2;
    const volatile uint64_t *sizes = (const volatile uint64_t *)(const void *)texts;
    const char *bytes = (const char *)texts + e->n_views * sizeof(uint64_t);
    for (uint64_t n = 0; n < e->n_views; n++) {
        uint64_t size = sizes[n];
        if (size == GAT_NO_TEXT) {
            views[n] = (struct gat_string){NULL, GAT_NO_TEXT};
            continue;
        }
        views[n].size = size < e->text_limit ? size : e->text_limit;
        views[n].data = bytes + n * e->text_limit;
    }
}

void gat_reply_read(const struct gat_seat *s, unsigned at, const struct gat_entry *e,
                    struct gat_reply_room *room, struct gat_reply *r)
{
    struct gat_string *views = room->views;
    memset(r, 0, offsetof(struct gat_reply, error_text));
    r->error_text = "";
    r->end = GAT_END_ANSWERED;
    r->placed = e->job.placed;
    r->weight = e->weight;
    memcpy(r->poison, gat_poison, sizeof r->poison);
    memcpy(r->outside, gat_beside, sizeof r->outside);
    r->in_place = e->job.in_place;
    for (unsigned k = 0; k < 2; k++) {
        const struct gat_result *result = &s->back->results[2 * at + k];
        r->status[k] = result->status;
        r->printed |= result->printed != 0;
        r->news |= e->job.counted ? result->news : 0;
        r->left |= result->left & ((1u << GAT_LEFTOVERS) - 1);
        if (r->status[k] != GAT_OK && r->error_text[0] == '\0') {
            memcpy(room->error, result->error, sizeof room->error);
            room->error[sizeof room->error - 1] = '\0';
            r->error_text = room->error;
        }
        if (r->status[k] == GAT_OK && result->has_stated != 0) {
            room->stated[k] = result->stated;
            r->stated[k] = &room->stated[k];
        }
        r->output[k] = e->spots[k][GAT_WINDOW_OUT].here;
        const struct gat_layout *l = gat_entry_layout(e, GAT_WINDOW_OUT);
        if (e->sparse_out)
            r->written[k] = gat_sparse_out_written(s, e, k);
        if (l != NULL && e->n_views == 0 && !e->sparse_out) {
            unsigned char *flat = room->bytes + k * room->n_bytes;
            gat_layout_take(l, r->output[k], flat);
            r->output[k] = flat;
        }
        if (e->n_views != 0) {
            read_strings(s, at, e, k, views + k * e->n_views);
            r->output[k] = views + k * e->n_views;
        }
    }
    r->trace = s->back->results[2 * at + 1].trace & ((1u << GAT_LEFTOVERS) - 1);
    r->span = s->back->results[2 * at + 1].span;
    read_canaries(e, r);
    for (unsigned k = 0; k < 2; k++)
        read_damage(e, &s->back->results[2 * at + k], k, r);
    for (unsigned k = 0; k < 2; k++)
        read_stop(e, &s->back->results[2 * at + k], k, s->adapter != 0, r);
    r->canary = r->canary && !gat_without("canary");
    r->printed = r->printed && !gat_without("stdout");
    if (gat_without("second-call")) {
        r->status[1] = r->status[0];
        r->output[1] = r->output[0];
        r->written[1] = r->written[0];
    }
}

/* Bytes between an address and a piece of memory; 0 inside. */
static uint64_t distance(uint64_t address, uint64_t there, uint64_t size)
{
    if (address < there)
        return there - address;
    return address < there + size ? 0 : address - (there + size) + 1;
}

/* The nearest so far of what a fault may have been meant for.  Beyond the windows
 * of one call nothing is near; a giant has fences of its own length. */
#define NEAR (GAT_WINDOW_COUNT * GAT_GAP)
struct nearest {
    uint64_t address, away;
    struct gat_reply *reply;
};

static void consider(struct nearest *n, const char *name, uint64_t there, uint64_t size,
                     uint64_t most)
{
    uint64_t away = distance(n->address, there, size);
    if (away >= n->away || away > most)
        return;
    n->away = away;
    n->reply->operand = name;
    n->reply->offset = (int64_t)(n->address - there);
    n->reply->operand_size = (int64_t)size;
}

/* The strings of an input lie in the pool; their views are the worker's, in
 * memory that it cannot write. */
static void consider_strings(struct nearest *n, const struct gat_entry *e, unsigned call)
{
    for (unsigned i = 0; i < e->job.n_inputs; i++) {
        const struct gat_array *t = &e->job.inputs[i];
        const struct gat_spot *spot = &e->spots[call][i];
        if (t->ndim < 0 || t->dtype != GAT_STR)
            continue;
        uint64_t count = (uint64_t)gat_array_count(t);
        for (uint64_t k = 0; k < count; k++) {
            struct gat_string v = gat_view_get(gat_entry_layout(e, i), spot->here, k);
            if (v.size != 0)
                consider(n, operand_name(e, i), (uint64_t)(uintptr_t)v.data, v.size, NEAR);
        }
    }
}

/* Which operand was meant, and was it a write? */
static void locate(const struct gat_seat *s, unsigned at, const struct gat_entry *e, unsigned call,
                   const struct gat_death *d, struct gat_reply *r)
{
    struct nearest n = {.address = d->address, .away = UINT64_MAX, .reply = r};
    bool in_input = false;
    for (unsigned i = 0; i < GAT_OPERANDS; i++) {
        const struct gat_spot *spot = &e->spots[call][i];
        if (i < GAT_WINDOW_OUT && (i >= e->job.n_inputs || spot->here == NULL))
            continue;
        bool giant = e->sparse_out ? i == 0 || i == GAT_WINDOW_OUT
                                   : i < GAT_WINDOW_OUT && e->job.inputs[i].sparse != NULL;
        consider(&n, operand_name(e, i), spot->there, spot->size, giant ? GAT_GIANT_WINDOW : NEAR);
        in_input |= i < GAT_WINDOW_OUT && !(i == 0 && e->job.in_place) &&
                    distance(d->address, spot->there, spot->size) == 0 && spot->size > 0;
    }
    consider_strings(&n, e, call);
    uint64_t desc = s->base + s->geo->at_feed + s->geo->desc + at * GAT_DESC_SIZE;
    bool in_desc = distance(d->address, desc, GAT_DESC_SIZE) == 0;
    if (in_desc)
        consider(&n, "the call itself", desc, GAT_DESC_SIZE, NEAR);
    r->write = d->write_known ? d->write : in_input || in_desc;
}

void gat_reply_death(const struct gat_seat *s, unsigned at, const struct gat_entry *e,
                     unsigned call, const struct gat_death *d, struct gat_reply_room *room,
                     struct gat_reply *r)
{
    memset(r, 0, sizeof *r);
    r->error_text = "";
    memcpy(r->poison, gat_poison, sizeof r->poison);
    memcpy(r->outside, gat_beside, sizeof r->outside);
    r->end = d->end;
    r->placed = e->job.placed;
    r->code = d->code;
    r->call = call;
    r->write = d->write;
    if (d->end == GAT_END_PROTOCOL) {
        memcpy(room->error, s->back->why, sizeof room->error);
        room->error[sizeof room->error - 1] = '\0';
        r->error_text = room->error;
        return;
    }
    if (d->copying != 0 && d->copying <= e->n_views) {
        /* The worker died while it followed a view that the backend made. */
        r->end = GAT_END_FAULT;
        r->operand = operand_name(e, GAT_WINDOW_OUT);
        r->offset = (int64_t)((d->copying - 1) * sizeof(struct gat_string));
        r->operand_size = (int64_t)e->size[GAT_WINDOW_OUT];
        r->write = false;
        return;
    }
    if (d->end != GAT_END_SIGNAL || !d->located || d->address < s->base ||
        d->address - s->base >= s->geo->span)
        return;
    r->end = GAT_END_FAULT;
    locate(s, at, e, call, d, r);
}

void gat_reply_room_grow(struct gat_arena *a, struct gat_reply_room *room,
                         const struct gat_entry *e)
{
    size_t flat = e->job.presented && !e->sparse_out ? gat_array_size(&e->job.output) : 0;
    if (flat > room->n_bytes) {
        room->n_bytes = 2 * flat;
        room->bytes = gat_arena_raw(a, 2 * room->n_bytes);
    }
    if (2 * e->n_views > room->n_views) {
        room->n_views = 4 * e->n_views;
        room->views = GAT_NEW_N(a, struct gat_string, room->n_views);
    }
}
