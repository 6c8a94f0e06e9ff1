/* opt_lab.h - random cases that opt, in many settings, has to answer as ref does.
 *
 * At every level of this CPU, with one thread and with three.  The sizes from which opt
 * packs, streams and shares are lowered for some contexts, so that each of its ways is
 * gone; addresses are odd as often as not, and what lies around the output is watched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_LAB_H
#define GAT_OPT_LAB_H

#include <stdlib.h>

#include "dtype.h"
#include "opt.h"
#include "prng.h"
#include "tap.h"

enum { MOST = 10 << 20, ROOM = 256, CONTEXTS = 12, MOST_ELEMENTS = 1 << 16 };

struct lab {
    struct ref_rules rules;
    struct ref_case c;
    struct gat_prng random;
    struct opt *opt[CONTEXTS];
    char names[CONTEXTS][80];
    unsigned contexts;
    unsigned long cases, own;
    char *data, *indices, *updates, *ours, *theirs;
};

static uint64_t below(struct lab *l, uint64_t n)
{
    return gat_prng_below(&l->random, n);
}

/* Around a power of two, or anything. */
static int64_t extent_make(struct lab *l, int64_t most)
{
    int64_t x = (int64_t)below(l, (uint64_t)most) + 1;
    if (below(l, 2) == 0)
        for (int64_t p = 1; p <= most; p *= 2)
            if (p * 2 > x)
                x = p - 1 + (int64_t)below(l, 3);
    return x < 1 ? 1 : x > most ? most : x;
}

static void shape_make(struct lab *l, struct gat_array *t, int32_t rank)
{
    int64_t left = MOST_ELEMENTS;
    t->ndim = rank;
    unsigned first = (unsigned)below(l, (uint64_t)rank); /* who gets the most */
    for (int32_t k = 0; k < rank; k++) {
        int32_t d = (int32_t)((first + (unsigned)k) % (unsigned)rank);
        t->shape[d] = extent_make(l, below(l, 3) == 0 && left > 20 ? 20 : left);
        left /= t->shape[d];
    }
}

static void fill(struct lab *l, struct gat_array *t, char *bytes)
{
    size_t size = gat_array_size(t);
    t->data = bytes + below(l, 2) * below(l, 64);
    for (size_t k = 0; k + 8 <= size; k += 8) {
        uint64_t x = gat_prng_next(&l->random);
        memcpy((char *)t->data + k, &x, 8);
    }
}

/* Index number k counts along extents[k % depth].  One may be outside, where that is no
 * error. */
static void fill_tuples(struct lab *l, const int64_t *extents, int64_t depth)
{
    struct gat_array *t = &l->c.indices;
    int64_t count = gat_array_count(t), bad = -1;
    t->data = l->indices + below(l, 2) * below(l, 64);
    if (count > 0 && l->rules.value[REF_out_of_range] != REF_OOR_ERROR && below(l, 6) == 0)
        bad = (int64_t)below(l, (uint64_t)count);
    for (int64_t k = 0; k < count; k++) {
        int64_t extent = extents[k % depth];
        int64_t index = (int64_t)below(l, 2 * (uint64_t)extent) - extent;
        if (k == bad)
            index = below(l, 2) == 0 ? extent : -extent - 1;
        int32_t narrow = (int32_t)index;
        if (t->dtype == GAT_I32)
            memcpy((char *)t->data + k * 4, &narrow, 4);
        else
            memcpy((char *)t->data + k * 8, &index, 8);
    }
}

/* One context against ref's answer x; `theirs` holds it. */
static bool same(struct lab *l, unsigned k, const struct ref_answer *x,
                 struct ref_answer y)
{
    size_t size = gat_array_size(&x->output), at = (size_t)below(l, 2) * below(l, 64);
    char *to = l->ours + 64 + at;
    const void *data = l->c.data.data;
    bool place = l->c.updates.ndim >= 0 && below(l, 2) == 0;
    memset(l->ours, 0xA5, size + ROOM);
    y.output.data = to;
    if (place) {
        memcpy(to, data, size);
        l->c.data.data = to;
    }
    bool own = opt_run(l->opt[k], &l->c, &y);
    l->own += own;
    if (!own)
        ref_run(&l->c, &y, NULL);
    l->c.data.data = (void *)(uintptr_t)data;
    bool good = x->demand == y.demand && x->error == y.error;
    if (x->demand == REF_MUST_SUCCEED)
        good &= memcmp(to, x->output.data, size) == 0;
    for (size_t b = 0; b < 64 + at; b++)
        good &= (unsigned char)l->ours[b] == 0xA5;
    for (size_t b = 64 + at + size; b < size + ROOM; b++)
        good &= (unsigned char)l->ours[b] == 0xA5;
    return good;
}

__attribute__((unused)) static bool all_same(struct lab *l)
{
    struct ref_answer x, y;
    ref_check(&l->c, &x);
    if (x.demand != REF_MUST_SUCCEED || gat_array_size(&x.output) > MOST)
        return true;
    y = x;
    x.output.data = l->theirs;
    ref_run(&l->c, &x, NULL);
    l->cases++;
    for (unsigned k = 0; k < l->contexts; k++) {
        if (same(l, k, &x, y))
            continue;
        char data[80], indices[80];
        gat_shape_print(l->c.data.ndim, l->c.data.shape, data, sizeof data);
        gat_shape_print(l->c.indices.ndim, l->c.indices.shape, indices, sizeof indices);
        ok(false, "%s at %s: %s data %s indices %s axis %lld batch_dims %lld",
           l->c.kernel->name, l->names[k], gat_dtype_name(l->c.data.dtype), data, indices,
           (long long)l->c.axis, (long long)l->c.batch_dims);
        return false;
    }
    return true;
}

static void types_make(struct lab *l)
{
    static const enum gat_dtype types[] = {GAT_I8, GAT_F16, GAT_F32, GAT_I64, GAT_C128};
    l->c.data.dtype = l->c.updates.dtype = types[below(l, 5)];
    l->c.indices.dtype = below(l, 2) == 0 ? GAT_I64 : GAT_I32;
    l->rules.value[REF_index_domain] = REF_WRAPS;
    static const int64_t policies[] = {REF_OOR_ERROR, REF_OOR_CLAMP, REF_OOR_ZERO};
    l->rules.value[REF_out_of_range] = policies[below(l, 3)];
}

static struct opt *context_open(const struct opt_setup *setup)
{
    size_t size = (opt_size(setup) + 63) & ~(size_t)63;
    struct opt *o = aligned_alloc(64, size);
    if (o == NULL)
        exit(1);
    memset(o, 0, size);
    opt_start(o, setup);
    return o;
}

/* Per level: as it is; all thresholds low; low ones and three threads; what a cache
 * takes, but streamed.  Every second one gathers by instructions for that. */
__attribute__((unused)) static void contexts_open(struct lab *l)
{
    static const char *const levels[] = {"base", "avx2", "avx512", "neon"};
    for (unsigned k = 0; k < sizeof levels / sizeof levels[0] * 4; k++) {
        struct opt_setup s, usual;
        char options[60], why[200];
        snprintf(options, sizeof options, "level=%s,threads=%u,gathers=%s", levels[k / 4],
                 k % 4 == 2 ? 3u : 1u, k % 2 == 0 ? "no" : "yes");
        if (!opt_setup_read(options, &s, why, sizeof why)) {
            if (k % 4 == 0)
                skip(why, levels[k / 4]);
            continue;
        }
        if (k % 4 == 0 && opt_setup_read("threads=1", &usual, why, sizeof why))
            s.few = usual.few; /* what a named level does without */
        if (k % 4 > 0) {
            s.stream_from = 1 << 12;
            s.near_size = k % 4 == 3 ? s.near_size : 1 << 12;
            s.share_from = s.task_size = 1 << 14;
        }
        snprintf(l->names[l->contexts], sizeof l->names[0], "%s, kind %u", options, k % 4);
        l->opt[l->contexts++] = context_open(&s);
    }
}

/* Buffers and rules. */
static struct lab *lab_new(void)
{
    struct lab *l = calloc(1, sizeof *l);
    char *memory = aligned_alloc(64, 5 * (MOST + ROOM)); /* a line, or none is ever met whole */
    if (l == NULL || memory == NULL)
        exit(1);
    memset(memory, 0, 5 * (MOST + ROOM));
    l->data = memory;
    l->indices = memory + 1 * (MOST + ROOM);
    l->updates = memory + 2 * (MOST + ROOM);
    l->ours = memory + 3 * (MOST + ROOM);
    l->theirs = memory + 4 * (MOST + ROOM);
    l->c.rules = &l->rules;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        l->rules.value[k] = ref_rule_infos[k].otherwise;
    l->rules.value[REF_batch_dims] = REF_BATCH_ALLOWED;
    l->rules.value[REF_duplicates] = REF_DUP_LAST;
    l->c.axis_tensor.ndim = -1;
    l->c.type_allowed = true;
    return l;
}

/* With contexts. */
__attribute__((unused)) static struct lab *lab_open(void)
{
    struct lab *l = lab_new();
    contexts_open(l);
    return l;
}

__attribute__((unused)) static void lab_close(struct lab *l)
{
    ok(l->own > l->cases * l->contexts / 10 * 8, "%lu of %lu answers are opt's own", l->own,
       l->cases * l->contexts);
    for (unsigned k = 0; k < l->contexts; k++) {
        opt_stop(l->opt[k]);
        free(l->opt[k]);
    }
    free(l->data);
    free(l);
}

#endif
