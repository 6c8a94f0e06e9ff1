/* adapter_call.c - a call of the table as one line to the program, and its answer back.
 *
 * Inputs are copied into the memory that the program can read, one after the other; a view
 * is copied with its gaps, and keeps its strides; of a sparse one go what it holds and where.
 * The output goes there as it is, full of poison and between guards, and comes back with
 * whatever the program did to it and to the guards: writing beside it is done to the real
 * output too, where a canary or a fence finds it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "dtype.h"
#include "exchange/ring.h"
#include "layout.h"
#include "tensor.h"
#include "worker/adapter.h"
#include "worker/adapter_call.h"
#include "worker/adapter_together.h"

enum { ALIGN = 64, GUARD = 64, GUARD_BYTE = 0xc3, LARGE = 1 << 20 };

/* A string as the program sees it: where its bytes begin in the same memory. */
struct there {
    uint64_t at, size;
};

static size_t rounded(size_t n)
{
    return (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

static bool is_text(const struct gat_tensor *t)
{
    return gat_tensor_dtype(t) == GAT_STR;
}

static size_t size_of(const struct gat_tensor *t)
{
    return (size_t)gat_tensor_count(t) * (t->type.bits / 8u);
}

/* Bytes from the first element to the end of the last; for a compact tensor that is its size. */
static size_t span_of(const struct gat_tensor *t)
{
    struct gat_layout l;
    int64_t n = gat_tensor_count(t);
    if (t->strides == NULL || n == 0)
        return size_of(t);
    gat_layout_of(t, t->type.bits / 8u, &l);
    l.lead = 0;
    return gat_layout_at(&l, n - 1) + l.esize;
}

/* How the operand came, if it is the sparse one of this call; or NULL. */
static const struct gat_giant *giant_of(const struct gat_adapter *a, const struct gat_tensor *t)
{
    bool is = a->giant.size != 0 && (uintptr_t)gat_tensor_data(t) == a->giant.there;
    return is ? &a->giant : NULL;
}

/* Its extents, and the bytes of each. */
static size_t packed_size(const struct gat_giant *g)
{
    const struct gat_extent *x = (const struct gat_extent *)(uintptr_t)g->packed;
    size_t size = g->n_extents * sizeof *x;
    for (uint64_t k = 0; k < g->n_extents; k++)
        size += x[k].size;
    return size;
}

/* An operand inside a bigger buffer keeps its distance from a multiple of ALIGN. */
static size_t place_of(const struct gat_tensor *t, size_t at)
{
    return rounded(at) + (t->byte_offset != 0 ? (uintptr_t)gat_tensor_data(t) % ALIGN : 0);
}

/* ---- the line ---- */

static void say_ints(struct gat_adapter *a, const int64_t *ints, uint64_t n)
{
    gat_adapter_say(a, "[");
    for (uint64_t k = 0; k < n; k++)
        gat_adapter_say(a, k == 0 ? "%" PRId64 : ",%" PRId64, ints[k]);
    gat_adapter_say(a, "]");
}

static void say_attrs(struct gat_adapter *a, const struct gat_call *call)
{
    gat_adapter_say(a, ",\"attrs\":{");
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        const struct gat_attr *attr = &call->attrs[k];
        gat_adapter_say(a, "%s\"%s\":", k == 0 ? "" : ",", attr->name);
        switch (attr->kind) {
        case GAT_ATTR_FLOAT:
            gat_adapter_say(a, "%.17g", attr->f);
            break;
        case GAT_ATTR_TEXT:
            gat_adapter_say_text(a, attr->text);
            break;
        case GAT_ATTR_INTS:
            say_ints(a, attr->ints, attr->n_ints);
            break;
        default:
            gat_adapter_say(a, "%" PRId64, attr->i);
            break;
        }
    }
    gat_adapter_say(a, "}");
}

static void say_tensor(struct gat_adapter *a, const char *name, const struct gat_tensor *t,
                       size_t at, bool strides)
{
    gat_adapter_say(a, "\"%s\":{\"dtype\":\"%s\",\"at\":%zu,\"shape\":", name,
                    gat_dtype_name(gat_tensor_dtype(t)), at);
    say_ints(a, t->shape, (uint64_t)t->ndim);
    if (strides) {
        gat_adapter_say(a, ",\"strides\":");
        say_ints(a, t->strides, (uint64_t)t->ndim);
    }
    if (giant_of(a, t) != NULL)
        gat_adapter_say(a, ",\"extents\":%" PRIu64, giant_of(a, t)->n_extents);
    gat_adapter_say(a, "}");
}

/* ---- inputs ---- */

/* Bytes that an operand takes, with those of its strings. */
static size_t input_size(const struct gat_adapter *a, const struct gat_tensor *t)
{
    struct gat_layout l;
    if (giant_of(a, t) != NULL)
        return packed_size(giant_of(a, t));
    size_t size = is_text(t) ? size_of(t) : span_of(t);
    if (!is_text(t) || size == 0)
        return size;
    gat_layout_of(t, sizeof(struct gat_string), &l);
    l.lead = 0;
    for (int64_t k = 0; k < gat_tensor_count(t); k++) {
        struct gat_string s;
        memcpy(&s, (const char *)gat_tensor_data(t) + gat_layout_at(&l, k), sizeof s);
        size += s.size;
    }
    return size;
}

/* Copy an operand to `at`. */
static void input_put(struct gat_adapter *a, const struct gat_tensor *t, size_t at)
{
    size_t size = is_text(t) ? size_of(t) : span_of(t), next = at + size;
    const struct gat_giant *g = giant_of(a, t);
    struct gat_layout l;
    if (size == 0)
        return;
    if (g != NULL) {
        memcpy(a->in.map + at, (const void *)(uintptr_t)g->packed, packed_size(g));
        return;
    }
    if (!is_text(t)) {
        memcpy(a->in.map + at, gat_tensor_data(t), size);
        return;
    }
    gat_layout_of(t, sizeof(struct gat_string), &l);
    l.lead = 0;
    for (int64_t k = 0; k < gat_tensor_count(t); k++) {
        struct gat_string s;
        memcpy(&s, (const char *)gat_tensor_data(t) + gat_layout_at(&l, k), sizeof s);
        struct there to = {next, s.size};
        memcpy(a->in.map + at + (size_t)k * sizeof to, &to, sizeof to);
        if (s.size != 0)
            memcpy(a->in.map + next, s.data, s.size);
        next += s.size;
    }
}

/* Is this an operand that the program gets? */
static bool is_given(const struct gat_operand *o)
{
    return o->role == GAT_IN && o->form != GAT_ABSENT;
}

static size_t inputs_say(struct gat_adapter *a, const struct gat_call *call)
{
    size_t at = 0;
    const char *between = "";
    gat_adapter_say(a, ",\"inputs\":{");
    for (uint64_t k = 0; k < call->n_operands; k++) {
        const struct gat_operand *o = &call->operands[k];
        if (!is_given(o))
            continue;
        gat_adapter_say(a, "%s", between);
        between = ",";
        at = place_of(&o->tensor, at);
        say_tensor(a, o->name, &o->tensor, at, o->tensor.strides != NULL && !is_text(&o->tensor));
        at += input_size(a, &o->tensor);
    }
    gat_adapter_say(a, "}");
    return at;
}

void gat_call_inputs_put(struct gat_adapter *a, const struct gat_call *call, size_t base)
{
    size_t at = 0;
    for (uint64_t k = 0; k < call->n_operands; k++) {
        const struct gat_operand *o = &call->operands[k];
        if (!is_given(o))
            continue;
        at = place_of(&o->tensor, at);
        input_put(a, &o->tensor, base + at);
        at += input_size(a, &o->tensor);
    }
}

size_t gat_call_say(struct gat_adapter *a, const struct gat_call *call)
{
    gat_adapter_say(a, ",\"op\":\"%s\",\"variant\":\"%s\",\"profile\":\"%s\"", call->op,
                    call->variant, call->profile);
    say_attrs(a, call);
    return inputs_say(a, call);
}

size_t gat_call_say_output(struct gat_adapter *a, const struct gat_tensor *out)
{
    size_t text = rounded(GUARD + size_of(out) + GUARD);
    gat_adapter_say(a, ",\"outputs\":{");
    say_tensor(a, "output", out, GUARD, false);
    gat_adapter_say(a, "},\"text\":%zu", text);
    return text;
}

bool gat_call_has_text(const struct gat_call *call)
{
    for (uint64_t k = 0; k < call->n_operands; k++)
        if (call->operands[k].form != GAT_ABSENT && is_text(&call->operands[k].tensor))
            return true;
    return false;
}

/* ---- the output ---- */

/* From the first element on. */
static const struct gat_layout *layout_of(const struct gat_tensor *t, struct gat_layout *out)
{
    gat_layout_of(t, t->type.bits / 8u, out);
    out->lead = 0;
    return out;
}

/* The program gets compact memory, wherever the elements of the real output lie. */
void gat_call_output_put(struct gat_adapter *a, const struct gat_tensor *t, size_t base)
{
    struct gat_layout l;
    size_t size = size_of(t);
    unsigned char *to = a->out.map + base + GUARD;
    memset(to - GUARD, GUARD_BYTE, GUARD);
    memset(to + size, GUARD_BYTE, GUARD);
    if (is_text(t))
        memset(to, 0xff, size); /* a string that was never written */
    else if (size != 0)
        gat_layout_take(layout_of(t, &l), gat_tensor_data(t), to);
}

/* Bytes that changed beside the copy are changed beside the original. */
static void guards_take(const unsigned char *copy, unsigned char *original, size_t size,
                        size_t span)
{
    for (size_t k = 0; k < GUARD; k++) {
        if (copy[size + k] != GUARD_BYTE)
            *(volatile unsigned char *)(original + span + k) = copy[size + k];
        if (*(copy - 1 - k) != GUARD_BYTE)
            *(volatile unsigned char *)(original - 1 - k) = *(copy - 1 - k);
    }
}

/* Views of the strings that the program left in its memory. */
static bool strings_take(struct gat_adapter *a, const struct gat_tensor *t)
{
    struct gat_layout l;
    char *views = gat_tensor_data(t);
    gat_layout_of(t, sizeof(struct gat_string), &l);
    l.lead = 0;
    for (int64_t k = 0; k < gat_tensor_count(t); k++) {
        struct there from;
        memcpy(&from, a->out.map + GUARD + (size_t)k * sizeof from, sizeof from);
        if (from.at == UINT64_MAX && from.size == UINT64_MAX)
            continue;
        if (from.at > a->out.size || from.size > a->out.size - from.at)
            return gat_adapter_broken(a,
                                      "string %" PRId64 " of its output, %" PRIu64
                                      " bytes at %" PRIu64 ", lies outside the memory of outputs",
                                      k, from.size, from.at);
        struct gat_string s = {(const char *)a->out.map + from.at, from.size};
        memcpy(views + gat_layout_at(&l, k), &s, sizeof s);
    }
    return true;
}

static bool shape_fits(const struct gat_adapter *a, const struct gat_tensor *t)
{
    const struct gat_inferred *s = &a->stated;
    return s->ndim == t->ndim && memcmp(&s->type, &t->type, sizeof s->type) == 0 &&
           memcmp(s->shape, t->shape, (size_t)t->ndim * sizeof *t->shape) == 0;
}

bool gat_call_output_take(struct gat_adapter *a, const struct gat_tensor *t, gat_status status,
                          size_t base)
{
    struct gat_layout l;
    size_t size = size_of(t);
    unsigned char *original = gat_tensor_data(t), *copy = a->out.map + base + GUARD;
    if (status == GAT_OK && !shape_fits(a, t))
        return true; /* the judge compares the shapes */
    if (is_text(t))
        return status != GAT_OK || strings_take(a, t);
    if (size != 0) {
        gat_layout_place(layout_of(t, &l), copy, original);
        guards_take(copy, original, size, span_of(t));
    }
    return true;
}

/* ---- the answer ---- */

static bool status_read(struct gat_adapter *a, const json_t *j, gat_status *out)
{
    static const char *const words[] = {"ok",    "unsupported", "invalid", "type", "range",
                                        "nomem", "internal",    "lost",    "fault", "device"};
    const char *word = json_string_value(json_object_get(j, "status"));
    for (int k = 0; word != NULL && k < (int)(sizeof words / sizeof words[0]); k++)
        if (strcmp(words[k], word) == 0) {
            *out = k;
            return true;
        }
    return gat_adapter_broken(a,
                              "its answer to call %" PRIu64
                              " has no status of ok unsupported invalid "
                              "type range nomem internal lost fault",
                              a->calls);
}

static bool stated_read(struct gat_adapter *a, const json_t *j)
{
    const json_t *stated = json_object_get(json_object_get(j, "outputs"), "output");
    const json_t *shape = json_object_get(stated, "shape"), *extent;
    const char *dtype = json_string_value(json_object_get(stated, "dtype"));
    size_t k, ndim = json_array_size(shape);
    if (dtype == NULL || !json_is_array(shape))
        return gat_adapter_broken(a,
                                  "its answer to call %" PRIu64
                                  " does not state dtype and shape of "
                                  "outputs.output",
                                  a->calls);
    enum gat_dtype t = gat_dtype_find(dtype);
    memset(&a->stated, 0, sizeof a->stated);
    a->stated.ndim = ndim <= GAT_MAX_RANK ? (int32_t)ndim : -1;
    if (t == GAT_DTYPE_COUNT)
        return gat_adapter_broken(
            a, "its answer to call %" PRIu64 " states the dtype '%.20s', which is none", a->calls,
            dtype);
    a->stated.type = gat_dtype_code(t);
    json_array_foreach(shape, k, extent)
    {
        if (!json_is_integer(extent) || json_integer_value(extent) < 0)
            return gat_adapter_broken(a,
                                      "its answer to call %" PRIu64
                                      " states a shape that is no list of "
                                      "extents",
                                      a->calls);
        if (k < GAT_MAX_RANK)
            a->stated.shape[k] = json_integer_value(extent);
    }
    return true;
}

/* 1 + the number of the operand that the program calls so; 0: the call has none. */
static uint32_t operand_find(const struct gat_call *call, const char *name)
{
    for (uint32_t k = 0; name != NULL && k < call->n_operands; k++)
        if (call->operands[k].form != GAT_ABSENT && strcmp(call->operands[k].name, name) == 0)
            return k + 1;
    return 0;
}

/* The faults that it saw in its own copies: a read only if it was stopped. */
static bool touched_read(struct gat_adapter *a, const struct gat_call *call, const json_t *j,
                         gat_status status)
{
    const json_t *touched = json_object_get(j, "touched");
    const json_t *byte = json_object_get(touched, "byte"),
                 *write = json_object_get(touched, "write");
    a->touched = (struct gat_touched){0};
    if (touched == NULL)
        return true;
    a->touched.operand = operand_find(call, json_string_value(json_object_get(touched, "operand")));
    a->touched.write = json_is_true(write);
    a->touched.byte = json_integer_value(byte);
    if (a->touched.operand != 0 && json_is_integer(byte) &&
        (a->touched.write || (json_is_false(write) && status == GAT_E_FAULT)))
        return true;
    return gat_adapter_broken(a,
                              "its answer to call %" PRIu64
                              " has \"touched\" without an operand of the call, a byte, and true "
                              "in write (false after fault)",
                              a->calls);
}

static bool answer_take(struct gat_adapter *a, const struct gat_call *call, const json_t *j,
                        gat_status *status)
{
    const char *why = json_string_value(json_object_get(j, "why"));
    if (!status_read(a, j, status) || (*status == GAT_OK && !stated_read(a, j)) ||
        !touched_read(a, call, j, *status))
        return false;
    snprintf(a->error, sizeof a->error, "%s", why == NULL ? "" : why);
    const json_t *own = json_object_get(j, "own_us");
    a->own_us = json_is_number(own) ? json_number_value(own) : -1;
    a->printed = json_is_true(json_object_get(j, "printed"));
    return true;
}

bool gat_call_answer_read(struct gat_adapter *a, const struct gat_call *asked, const char *text,
                          size_t n, bool numbered, gat_status *status)
{
    char to[32];
    snprintf(to, sizeof to, "call %" PRIu64, a->calls);
    json_t *j = gat_adapter_object(a, to, text, n);
    bool good = j != NULL;
    if (good && numbered && json_number_value(json_object_get(j, "call")) != (double)a->calls)
        good = gat_adapter_broken(a, "it answers another call than %" PRIu64 ": '%.60s'", a->calls,
                                  text);
    good = good && answer_take(a, asked, j, status);
    json_decref(j);
    return good;
}

/* Memory that a large case took goes back to the system. */
static void shared_return(const struct gat_shared *s, size_t used)
{
    if (used >= LARGE)
        (void)fallocate(s->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)s->size);
}

/* The beginning of a line about `call`, with its inputs; the offset after these. */
static size_t call_begin(struct gat_adapter *a, const char *what, const struct gat_call *call)
{
    a->calls++;
    a->used = 0;
    gat_adapter_say(a, "{\"do\":\"%s\",\"call\":%" PRIu64, what, a->calls);
    size_t used = gat_call_say(a, call);
    gat_call_inputs_put(a, call, 0);
    return used;
}

/* End the line, ask, and read the answer; false: there is none. */
static bool call_answered(struct gat_adapter *a, const struct gat_call *call, gat_status *status)
{
    gat_adapter_say(a, "}");
    return gat_adapter_ask(a) && /* during a call the worker ends rather */
           gat_call_answer_read(a, call, a->text, a->used, true, status);
}

gat_status gat_adapter_run(void *context, const struct gat_call *call)
{
    struct gat_adapter *a = context;
    const struct gat_tensor *out = gat_operand_get(call, "output");
    gat_status status = GAT_E_INTERNAL;
    if (!gat_together_waits(a))
        gat_adapter_together(a, &call, 1);
    if (gat_together_waits(a))
        return gat_together_take(a, call);
    size_t used = call_begin(a, "run", call);
    size_t text = gat_call_say_output(a, out);
    gat_call_output_put(a, out, 0);
    if (call_answered(a, call, &status))
        (void)gat_call_output_take(a, out, status, 0);
    shared_return(&a->in, used);
    if (!is_text(out)) /* strings are copied only when we have returned */
        shared_return(&a->out, text);
    return status;
}

gat_status gat_adapter_infer(void *context, const struct gat_call *call, uint32_t k,
                             struct gat_inferred *out)
{
    struct gat_adapter *a = context;
    gat_status status = GAT_E_INTERNAL;
    if (k != 0)
        return GAT_E_UNSUPPORTED;
    size_t used = call_begin(a, "infer", call);
    if (call_answered(a, call, &status) && status == GAT_OK)
        *out = a->stated;
    shared_return(&a->in, used);
    return status;
}
