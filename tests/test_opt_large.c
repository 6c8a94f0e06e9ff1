/* test_opt_large.c - opt answers as ref beyond one block, one tile, one thread, one cache.
 *
 * Random shapes from some thousand to some ten thousand elements, and a few of half a million, at every level of this
 * CPU, with one thread and with three.  The sizes from which opt packs, streams and
 * shares are lowered for some contexts, so that each of its ways is gone; addresses
 * are odd as often as not, and what lies around the output is watched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dtype.h"
#include "prng.h"
#include "tap.h"

enum { MOST = 8 << 20, ROOM = 256, CONTEXTS = 12, MOST_ELEMENTS = 1 << 16 };

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

static void fill_indices(struct lab *l, int64_t extent)
{
    struct gat_array *t = &l->c.indices;
    int64_t count = gat_array_count(t), bad = -1;
    t->data = l->indices + below(l, 2) * below(l, 64);
    if (below(l, 16) == 0)
        bad = (int64_t)below(l, (uint64_t)count);
    for (int64_t k = 0; k < count; k++) {
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
    bool place = l->c.updates.ndim >= 0 && below(l, 4) == 0;
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

static bool all_same(struct lab *l)
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

static bool gather_one(struct lab *l)
{
    l->c.kernel = ref_kernel_find("gather");
    l->c.updates.ndim = -1;
    int32_t rank = 1 + (int32_t)below(l, 4);
    types_make(l);
    shape_make(l, &l->c.data, rank);
    l->c.axis = (int64_t)below(l, (uint64_t)rank);
    int64_t other = 1, extent = l->c.data.shape[l->c.axis];
    for (int32_t d = 0; d < rank; d++)
        other *= d == l->c.axis ? 1 : l->c.data.shape[d];
    struct gat_array *t = &l->c.indices;
    t->ndim = 1;
    t->shape[0] = extent_make(l, MOST_ELEMENTS / other + 1);
    l->c.batch_dims = 0;
    if (l->c.axis > 0 && below(l, 4) == 0) {
        l->c.batch_dims = 1;
        t->ndim = 2;
        t->shape[1] = t->shape[0];
        t->shape[0] = l->c.data.shape[0];
        if (gat_array_count(t) > MOST / 8 - 64)
            return true;
    }
    fill(l, &l->c.data, l->data);
    fill_indices(l, extent);
    bool good = all_same(l);
    l->c.batch_dims = 0;
    return good;
}

static bool elements_one(struct lab *l, const char *kernel, bool updates)
{
    l->c.kernel = ref_kernel_find(kernel);
    l->c.updates.ndim = -1;
    int32_t rank = 1 + (int32_t)below(l, 4);
    types_make(l);
    shape_make(l, &l->c.data, rank);
    l->c.axis = (int64_t)below(l, (uint64_t)rank);
    struct gat_array *t = &l->c.indices;
    t->ndim = rank;
    int64_t other = 1;
    for (int32_t d = 0; d < rank; d++) {
        t->shape[d] = l->c.data.shape[d];
        if (d != l->c.axis && below(l, 5) == 0)
            t->shape[d] = extent_make(l, t->shape[d]);
        other *= d == l->c.axis ? 1 : t->shape[d];
    }
    if (below(l, 2) == 0)
        t->shape[l->c.axis] = extent_make(l, MOST_ELEMENTS / other + 1);
    if (gat_array_count(t) > MOST_ELEMENTS)
        return true;
    fill(l, &l->c.data, l->data);
    fill_indices(l, l->c.data.shape[l->c.axis]);
    if (updates) {
        enum gat_dtype type = l->c.updates.dtype;
        l->c.updates = l->c.indices;
        l->c.updates.dtype = type;
        fill(l, &l->c.updates, l->updates);
    }
    return all_same(l);
}

/* Panels too large for a tile, in both orders of magnitude. */
static bool tall_one(struct lab *l, const char *kernel, bool updates)
{
    static const int64_t shapes[][2] = {{4096, 96}, {16500, 20}, {100000, 5}, {300, 1500}};
    bool good = true;
    for (unsigned k = 0; good && k < 16; k++) {
        l->c.kernel = ref_kernel_find(kernel);
        types_make(l);
        l->c.data.ndim = 2;
        memcpy(l->c.data.shape, shapes[k % 4], sizeof shapes[0]);
        l->c.indices.ndim = 2;
        memcpy(l->c.indices.shape, shapes[k % 4], sizeof shapes[0]);
        l->c.indices.shape[k / 4 % 2] -= k / 8 % 2;
        l->c.axis = k >= 8 && k % 4 == 3;
        fill(l, &l->c.data, l->data);
        fill_indices(l, l->c.data.shape[l->c.axis]);
        l->c.updates.ndim = -1;
        if (updates) {
            enum gat_dtype type = l->c.updates.dtype;
            l->c.updates = l->c.indices;
            l->c.updates.dtype = type;
            fill(l, &l->c.updates, l->updates);
        }
        good = all_same(l);
    }
    return good;
}

/* Rows of each size that has a loop of its own, and of sizes beside it, from a table
 * that is near and from one that is far. */
static bool rows_each(struct lab *l)
{
    static const int64_t rows[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 3, 24, 100, 520};
    static const int64_t tables[] = {7, 3000};
    bool good = true;
    for (unsigned k = 0; good && k < 4 * sizeof rows / sizeof rows[0]; k++) {
        l->c.kernel = ref_kernel_find("gather");
        l->c.updates.ndim = -1;
        types_make(l);
        l->c.data = (struct gat_array){
            .dtype = GAT_I8, .ndim = 2, .shape = {tables[k % 2], rows[k / 4]}};
        l->c.indices.ndim = 1;
        l->c.indices.shape[0] = 4096 / rows[k / 4] + 301;
        l->c.axis = 0;
        fill(l, &l->c.data, l->data);
        fill_indices(l, tables[k % 2]);
        good = all_same(l);
    }
    return good;
}

/* More positions than a tile has room for, which all panels could share. */
static bool wide_one(struct lab *l)
{
    l->c.kernel = ref_kernel_find("gather");
    l->c.updates.ndim = -1;
    types_make(l);
    l->c.data = (struct gat_array){.dtype = GAT_I8, .ndim = 2, .shape = {2, 5}};
    l->c.indices = (struct gat_array){.dtype = GAT_I32, .ndim = 1, .shape = {490000}};
    l->c.axis = 1;
    fill(l, &l->c.data, l->data);
    fill_indices(l, 5);
    return all_same(l);
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
 * takes, but streamed. */
static void contexts_open(struct lab *l)
{
    static const char *const levels[] = {"base", "avx2", "avx512", "neon"};
    for (unsigned k = 0; k < sizeof levels / sizeof levels[0] * 4; k++) {
        struct opt_setup s;
        char options[40], why[200];
        snprintf(options, sizeof options, "level=%s,threads=%u", levels[k / 4],
                 k % 4 == 2 ? 3u : 1u);
        if (!opt_setup_read(options, &s, why, sizeof why)) {
            if (k % 4 == 0)
                skip(why, levels[k / 4]);
            continue;
        }
        if (k % 4 > 0) {
            s.stream_from = 1 << 12;
            s.near_size = k % 4 == 3 ? s.near_size : 1 << 12;
            s.share_from = s.task_size = 1 << 14;
        }
        snprintf(l->names[l->contexts], sizeof l->names[0], "%s, kind %u", options, k % 4);
        l->opt[l->contexts++] = context_open(&s);
    }
}

/* A child has no threads of its parent's: it computes, and closes, all the same. */
static void forks(struct lab *l)
{
#if defined(__SANITIZE_THREAD__)
    (void)l;
    skip("ThreadSanitizer does not let a child start threads", "a child has its own threads");
#else
    int status = -1;
    for (unsigned k = 0; k < 4; k++)
        elements_one(l, "gather_elements", false);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool good = true;
        for (unsigned k = 0; good && k < 8; k++)
            good = gather_one(l);
        for (unsigned k = 0; k < l->contexts; k++)
            opt_stop(l->opt[k]);
        _exit(good ? 0 : 1);
    }
    waitpid(child, &status, 0);
    is_int(status, 0, "a child of the process computes with threads of its own");
#endif
}

static uint64_t blocked_by(const char *task)
{
    char path[64], line[200];
    uint64_t set = 0;
    snprintf(path, sizeof path, "/proc/self/task/%.20s/status", task);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "SigBlk:", 7) == 0)
            set = strtoull(line + 7, NULL, 16);
    if (f != NULL)
        fclose(f);
    return set;
}

/* Whoever interrupts the process reaches its own threads; a fault is reported by the
 * thread that has it. */
static void signals(void)
{
#if defined(__SANITIZE_THREAD__)
    skip("ThreadSanitizer has a thread of its own", "threads of opt leave signals to the caller");
    return;
#endif
    const uint64_t faults = UINT64_C(1) << (SIGSEGV - 1) | UINT64_C(1) << (SIGBUS - 1);
    const uint64_t theirs = UINT64_C(1) << (SIGINT - 1) | UINT64_C(1) << (SIGTERM - 1);
    unsigned threads = 0, wrong = 0;
    char main_thread[24];
    const struct dirent *entry;
    DIR *d = opendir("/proc/self/task");
    if (d == NULL) {
        skip("no /proc here", "threads of opt leave signals to the caller");
        return;
    }
    snprintf(main_thread, sizeof main_thread, "%ld", (long)getpid());
    while ((entry = readdir(d)) != NULL) {
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, main_thread) == 0)
            continue;
        uint64_t blocked = blocked_by(entry->d_name);
        threads++;
        wrong += (blocked & theirs) != theirs || (blocked & faults) != 0;
    }
    closedir(d);
    ok(threads > 0 && wrong == 0, "%u threads of opt leave signals to the caller, faults aside",
       threads);
}

/* The setting of threads does not show: three runs of one scatter full of duplicates. */
static void repeats(struct lab *l)
{
    bool good = true;
    for (unsigned k = 0; good && k < 20; k++) {
        l->random.state = 77;
        good = elements_one(l, "scatter_elements", true);
    }
    ok(good, "the same updates again and again: the same answer");
}

int main(int count, char **arguments)
{
    struct lab *l = calloc(1, sizeof *l);
    unsigned rounds = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 200;
    if (l == NULL)
        return 1;
    char *memory = aligned_alloc(64, 5 * (MOST + ROOM)); /* a line, or none is ever met whole */
    if (memory == NULL)
        return 1;
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
    l->c.type_allowed = true;
    l->c.axis_tensor.ndim = l->c.view_ndim = l->c.tile_ndim = -1;
    contexts_open(l);
    bool good[3] = {true, true, true};
    for (unsigned k = 0; k < rounds; k++) {
        good[0] = good[0] && gather_one(l);
        good[1] = good[1] && elements_one(l, "gather_elements", false);
        good[2] = good[2] && elements_one(l, "scatter_elements", true);
    }
    ok(good[0] && rows_each(l) && wide_one(l), "gather: opt answers as ref");
    ok(good[1] && tall_one(l, "gather_elements", false), "gather_elements: opt answers as ref");
    ok(good[2] && tall_one(l, "scatter_elements", true), "scatter_elements: opt answers as ref");
    if (count <= 2) { /* a second argument: qemu has threads of its own, and bears none of children */
        signals();
        forks(l);
    }
    repeats(l);
    ok(l->own > l->cases * l->contexts / 10 * 8, "%lu of %lu answers are opt's own", l->own,
       l->cases * l->contexts);
    for (unsigned k = 0; k < l->contexts; k++) {
        opt_stop(l->opt[k]);
        free(l->opt[k]);
    }
    free(memory);
    free(l);
    return done();
}
