/* bench_run.c - gatherum bench: who takes part, and row by row the rounds.
 *
 * A round is one sample of everybody, in an order drawn from the seed; so a slow
 * minute of the machine hits all of them, and ratios within a round are what counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/machine.h"
#include "bench/bench.h"
#include "bench/bench_child.h"
#include "bench/bench_contender.h"
#include "bench/bench_figures.h"
#include "bench/bench_level.h"
#include "bench/bench_report.h"
#include "bench/bench_run.h"
#include "bench/bench_workload.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "engine/backend_find.h"
#include "engine/start.h"
#include "prng.h"
#include "run/determinism.h"
#include "sandbox/keeper.h"
#include "sandbox/scratch.h"
#include "worker/adapter.h"

enum { ROUNDS = 11, ROUNDS_QUICK = 3, MOST_CALLS = 100000, MOST_ROWS = 256 };
#define SAMPLE 10e-3 /* seconds, at least */
#define SAMPLE_QUICK 100e-6
#define TOO_FAST 3              /* times as fast as the stream */
#define TOO_LONG 1.5            /* times what its process says, in every sample */
#define LEAST_TRAFFIC (1 << 20) /* useful bytes, below which calls alone take their time */
#define COLD 50e-3              /* a slower contender has no untimed call before a sample */

/* ---- who takes part ---- */

static struct gat_contender *contender_add(struct gat_bench *b, const char *name, bool explicitly)
{
    struct gat_contender *c = &b->contenders[b->n];
    if (b->n == GAT_BENCH_CONTENDERS)
        return NULL;
    b->n++;
    c->name = name;
    c->explicitly = explicitly;
    c->version = c->note = c->level = "";
    c->argv = GAT_NEW_N(&b->arena, char *, 8);
    return c;
}

static bool worker_add(struct gat_bench *b, const char *name, bool explicitly,
                       const struct gat_backend_ref *backend)
{
    struct gat_contender *c = contender_add(b, name, explicitly);
    if (c == NULL)
        return false;
    char **a = c->argv;
    *a++ = gat_arena_print(&b->arena, "/proc/self/exe");
    *a++ = gat_arena_print(&b->arena, GAT_BENCH_ARG);
    *a++ = gat_arena_print(&b->arena, "%u", b->threads);
    if (backend != NULL) {
        *a++ = gat_arena_print(&b->arena, "%s", backend->path);
        *a++ = gat_arena_print(&b->arena, "%s", backend->options);
        *a++ = b->scratch;
        *a++ = gat_arena_print(&b->arena, "%s", b->level);
    }
    c->reference = backend == NULL;
    return true;
}

static const char *const peers[] = {"numpy", "torch", "torch_cuda"};
enum {
    N_PEERS = sizeof peers / sizeof peers[0],
    UNNAMED_PEERS = 2
}; /* the first contenders take part unless some are named */

/* kind and more: as peers.py takes them. */
static bool python_add(struct gat_bench *b, const char *name, bool explicitly, const char *kind,
                       const char *more)
{
    struct gat_contender *c = contender_add(b, name, explicitly);
    if (c == NULL)
        return false;
    char **a = c->argv;
    *a++ = gat_arena_print(&b->arena, "python3");
    *a++ = gat_arena_print(&b->arena, "%s/bench/peers.py", b->options->home);
    *a++ = gat_arena_print(&b->arena, "%s", kind);
    *a++ = gat_arena_print(&b->arena, "%u", b->threads);
    *a++ = gat_arena_print(&b->arena, "%s", more);
    return true;
}

static bool peer_add(struct gat_bench *b, const char *name, bool explicitly)
{
    return python_add(b, name, explicitly, name,
                      gat_arena_print(&b->arena, "%s/peers", b->options->libexec));
}

static bool is_peer(const char *word)
{
    for (unsigned k = 0; k < N_PEERS; k++)
        if (strcmp(peers[k], word) == 0)
            return true;
    return false;
}

/* An exit code. */
static int one_named(struct gat_bench *b, const char *word)
{
    struct gat_options alone = *b->options;
    struct gat_backend_ref *found = NULL;
    unsigned n = 0;
    alone.backends = (struct gat_list){1, &word};
    int code = is_peer(word) ? 0 : gat_backends_find(&alone, &b->arena, &found, &n);
    struct gat_error e = {0};
    bool missing = false;
    if (code == 0 && n > 0 && !gat_start_check(found[0].path, found[0].options, &e, &missing))
        code = gat_complain(missing ? GAT_EXIT_OURS : GAT_EXIT_USAGE, "%s: %s", e.file, e.text);
    if (code != 0)
        return code;
    bool is_function = !is_peer(word) && found[0].typed != NULL;
    if (!is_peer(word) && !is_function && gat_is_adapter(found[0].path))
        return gat_complain(GAT_EXIT_USAGE,
                            "%s: bench measures plug-ins, functions of Python, numpy, torch and "
                            "torch_cuda, and this is an adapter",
                            word);
    bool room = is_peer(word) ? peer_add(b, word, true)
                : is_function ? python_add(b, found[0].name, true, "function", found[0].options)
                              : worker_add(b, found[0].name, true, &found[0]);
    return room ? 0
                : gat_complain(GAT_EXIT_USAGE, "bench compares at most %d backends",
                               GAT_BENCH_CONTENDERS - 1);
}

static int contenders_find(struct gat_bench *b)
{
    const struct gat_options *o = b->options;
    worker_add(b, "limits", true, NULL);
    for (unsigned k = 0; k < o->backends.count; k++) {
        int code = one_named(b, o->backends.items[k]);
        if (code != 0)
            return code;
    }
    if (o->backends.count > 0)
        return 0;
    int code = one_named(b, "opt");
    struct gat_backend_ref *frameworks = NULL;
    unsigned n = gat_backends_folder(
        &b->arena, gat_arena_print(&b->arena, "%s/frameworks", o->libexec), &frameworks);
    for (unsigned k = 0; k < n && code == 0; k++)
        worker_add(b, frameworks[k].name, false, &frameworks[k]);
    for (unsigned k = 0; k < UNNAMED_PEERS && code == 0; k++)
        peer_add(b, peers[k], false);
    return code;
}

/* Start all contenders; a named one must be there. */
static int contenders_start(struct gat_bench *b)
{
    for (unsigned k = 0; k < b->n; k++) {
        struct gat_contender *c = &b->contenders[k];
        if (!gat_contender_start(b, c) && c->explicitly)
            return gat_complain(GAT_EXIT_OURS, "%s: %s", c->name, c->absent);
    }
    return 0;
}

/* ---- a row ---- */

static bool file_make(struct gat_bench *b, size_t size)
{
    if (ftruncate(b->file, 0) != 0 || ftruncate(b->file, (off_t)size) != 0)
        return false;
    b->buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, b->file, 0);
    return b->buffer != MAP_FAILED;
}

/* Inputs into the file, the answer beside it. */
static bool data_make(struct gat_bench *b, struct gat_workload *w)
{
    unsigned last = w->n_operands - 1;
    size_t size = gat_array_size(&w->operands[last]);
    if (!file_make(b, w->size))
        return false;
    b->expected = gat_bench_map(size);
    if (b->expected == NULL)
        return false;
    gat_workload_fill(w, b->buffer, b->seed);
    memcpy(b->expected, b->buffer + w->at[last], size);
    memset(b->buffer + w->at[last], 0, size);
    return true;
}

static void data_forget(struct gat_bench *b, const struct gat_workload *w)
{
    gat_bench_unmap(b->expected, gat_array_size(&w->operands[w->n_operands - 1]));
    if (b->buffer != MAP_FAILED)
        munmap(b->buffer, w->size);
    (void)!ftruncate(b->file, 0);
}

struct turn {
    struct gat_contender *contender;
    unsigned form;
};

/* How many calls make a sample. */
static void turn_prepare(struct gat_bench *b, const struct gat_workload *w, const struct turn *t)
{
    struct gat_bench_form *f = &t->contender->forms[t->form];
    f->warm = false;
    double once = gat_contender_sample(b, t->contender, t->form, w, 1);
    double calls = once > 0 ? b->sample / once : 1;
    f->calls = calls < 1 ? 1 : calls > MOST_CALLS ? MOST_CALLS : (unsigned)calls + 1;
    f->warm = once < COLD;
    memset(f->counters, 0, sizeof f->counters);
    f->unsaid = INFINITY;
}

static void turns_shuffle(struct turn *turns, unsigned n, struct gat_prng *p)
{
    for (unsigned k = n; k > 1; k--) {
        unsigned other = (unsigned)gat_prng_below(p, k);
        struct turn t = turns[k - 1];
        turns[k - 1] = turns[other];
        turns[other] = t;
    }
}

static double slowest(const double *seconds, unsigned n)
{
    double most = seconds[0];
    for (unsigned k = 1; k < n; k++)
        most = seconds[k] > most ? seconds[k] : most;
    return most;
}

static double fastest(const double *seconds, unsigned n)
{
    double least = seconds[0];
    for (unsigned k = 1; k < n; k++)
        least = seconds[k] < least ? seconds[k] : least;
    return least;
}

/* The stream moves the traffic that the row needs, from the same level of the caches.  A
 * contender that takes a third of the stream's time, in every sample and in its best, has not
 * moved that, unless with threads that nobody asked for. */
static void traffic_demand(const struct gat_bench *b, const struct gat_workload *w,
                           struct gat_bench_form *f)
{
    const struct gat_bench_form *stream = &b->contenders[GAT_BENCH_LIMITS].forms[GAT_BENCH_STREAM];
    if (!f->in_row || f->limit || b->threads != 1 || w->useful < LEAST_TRAFFIC || !stream->in_row)
        return;
    if (slowest(f->seconds, b->rounds) * TOO_FAST >= fastest(stream->seconds, b->rounds))
        return;
    f->in_row = false;
    f->why = "too fast: less than a third of the time that its least traffic takes";
}

/* Every sample lasted longer by our clock than by that of its process. */
static void clock_demand(struct gat_bench_form *f)
{
    if (!f->in_row || f->unsaid == INFINITY || f->unsaid < TOO_LONG)
        return;
    f->in_row = false;
    f->why = "too long: each sample lasted half as long again as its process says";
}

static void rounds_run(struct gat_bench *b, const struct gat_workload *w)
{
    struct turn turns[GAT_BENCH_CONTENDERS * GAT_BENCH_FORMS];
    struct gat_prng p = {b->seed};
    unsigned n = 0;
    for (unsigned c = 0; c < b->n; c++)
        for (unsigned f = 0; f < b->contenders[c].n_forms; f++)
            if (b->contenders[c].forms[f].in_row)
                turns[n++] = (struct turn){&b->contenders[c], f};
    for (unsigned k = 0; k < n; k++)
        turn_prepare(b, w, &turns[k]);
    for (unsigned r = 0; r < b->rounds; r++) {
        turns_shuffle(turns, n, &p);
        for (unsigned k = 0; k < n; k++) {
            struct gat_bench_form *f = &turns[k].contender->forms[turns[k].form];
            if (f->in_row)
                f->seconds[r] =
                    gat_contender_sample(b, turns[k].contender, turns[k].form, w, f->calls);
        }
    }
    for (unsigned k = 0; k < n; k++) {
        struct gat_bench_form *f = &turns[k].contender->forms[turns[k].form];
        if (!turns[k].contender->reference)
            traffic_demand(b, w, f);
        clock_demand(f);
    }
}

/* Bytes that the system would give without swapping; 0: it does not tell. */
static double memory_available(void)
{
    char text[64];
    return gat_proc_text("/proc/meminfo", "MemAvailable", text, sizeof text)
               ? strtod(text, NULL) * 1024
               : 0;
}

/* False: the row was left out, and `row` says why. */
static bool row_run(struct gat_bench *b, struct gat_workload *w, struct gat_bench_row *row)
{
    double most = memory_available(), need = (double)w->size * (b->n + 2);
    *row = (struct gat_bench_row){.name = w->name, .useful = w->useful};
    if (most > 0 && need > 0.9 * most) {
        row->left_out = gat_arena_print(&b->arena, "needs %.1f GiB of memory, %.1f are free",
                                        need / 0x1p30, most / 0x1p30);
        return false;
    }
    bool made = data_make(b, w);
    if (made) {
        for (unsigned k = 0; k < b->n; k++)
            gat_contender_row(b, &b->contenders[k], w);
        rounds_run(b, w);
        gat_bench_row_make(b, w, row);
    } else {
        row->left_out = "no memory for its data";
    }
    data_forget(b, w);
    return made;
}

static bool is_selected(const struct gat_options *o, const struct gat_workload *w)
{
    for (unsigned k = 0; k < o->words.count; k++) {
        const char *word = o->words.items[k];
        if (strcasecmp(word, w->name) == 0 || strcmp(word, w->op) == 0 ||
            fnmatch(word, w->name, FNM_CASEFOLD) == 0)
            return strcmp(word, w->op) != 0 || !w->named_only;
    }
    return o->words.count == 0 && !w->named_only;
}

static int rows_run(struct gat_bench *b)
{
    struct gat_workload w;
    b->rows = GAT_NEW_N(&b->arena, struct gat_bench_row, MOST_ROWS);
    for (unsigned k = 0; b->n_rows < MOST_ROWS && gat_workload_get(k, b->quick, &w); k++) {
        if (!is_selected(b->options, &w))
            continue;
        struct gat_bench_row *row = &b->rows[b->n_rows++];
        row_run(b, &w, row);
        if (!b->options->json)
            gat_bench_row_print(b, row);
    }
    return 0;
}

static bool any_selected(const struct gat_bench *b)
{
    struct gat_workload w;
    for (unsigned k = 0; gat_workload_get(k, b->quick, &w); k++)
        if (is_selected(b->options, &w))
            return true;
    return false;
}

/* A wrong answer or a death is a finding, not a gap. */
static int verdict(const struct gat_bench *b)
{
    for (unsigned r = 0; r < b->n_rows; r++)
        for (unsigned k = 0; k < b->rows[r].n_cells; k++) {
            const char *why = b->rows[r].cells[k].why;
            if (why != NULL && strcmp(why, "not claimed") != 0)
                return GAT_EXIT_NOT;
        }
    return GAT_EXIT_CONFORMING;
}

static int everything_run(struct gat_bench *b)
{
    int code = contenders_find(b);
    if (code == 0)
        code = contenders_start(b);
    if (code != 0)
        return code;
    if (!b->options->json)
        gat_bench_head_print(b);
    rows_run(b);
    if (b->options->json)
        code = gat_bench_json(b);
    else
        gat_bench_tail_print(b);
    return code != 0 ? code : verdict(b);
}

static int settings_read(struct gat_bench *b, const struct gat_options *o)
{
    char threads[16];
    int code = gat_options_seed(o, &b->seed);
    if (code != 0)
        return code;
    unsigned n_counts = 1, *counts = NULL;
    if (o->threads != NULL)
        code = gat_threads_read(&b->arena, o->threads, &counts, &n_counts);
    if (code != 0)
        return code;
    if (n_counts != 1)
        return gat_complain(GAT_EXIT_USAGE, "--threads of bench is one number, not '%s'",
                            o->threads);
    b->options = o;
    b->quick = o->quick;
    b->perf = o->perf;
    b->level = o->level == NULL ? "" : o->level;
    b->threads = counts != NULL ? counts[0] : 1;
    b->rounds = o->rounds > 0 ? (unsigned)o->rounds : b->quick ? ROUNDS_QUICK : ROUNDS;
    b->sample = b->quick ? SAMPLE_QUICK : SAMPLE;
    snprintf(threads, sizeof threads, "%u", b->threads);
    setenv("OMP_NUM_THREADS", threads, 1);
    setenv("OPENBLAS_NUM_THREADS", threads, 1);
    setenv("MKL_NUM_THREADS", threads, 1);
    if (o->level != NULL && !gat_bench_level_set(o->level))
        return gat_complain(GAT_EXIT_USAGE, "--level is base, avx2 or avx512, not '%s'", o->level);
    if (!any_selected(b))
        return gat_complain(GAT_EXIT_USAGE, "no workload is selected; gatherum bench --list "
                                            "names them, `harness` measures gatherum itself");
    return 0;
}

static int workloads_list(void)
{
    struct gat_workload w;
    for (unsigned k = 0; gat_workload_get(k, false, &w); k++)
        printf("%-18s %s\n", w.op, w.name);
    return GAT_EXIT_CONFORMING;
}

int gat_bench_speed(const struct gat_options *o)
{
    struct gat_arena arena = {0};
    if (o->list)
        return workloads_list();
    struct gat_bench *b = GAT_NEW(&arena, struct gat_bench);
    int code = settings_read(b, o);
    struct gat_error e = {0};
    b->samples.state = b->seed ^ (uint64_t)getpid();
    gat_keeper_start();
    if (code == 0 && !gat_scratch_make(b->scratch, sizeof b->scratch, &e))
        code = gat_complain(GAT_EXIT_OURS, "%s", e.text);
    gat_keeper_folder(b->scratch);
    int low = code == 0 ? memfd_create("gatherum-bench", MFD_CLOEXEC) : -1;
    /* Above the descriptors that a process gets, so that none overwrites another. */
    b->file = low >= 0 ? fcntl(low, F_DUPFD_CLOEXEC, GAT_BENCH_FILE + 1) : -1;
    if (low >= 0)
        close(low);
    if (code == 0 && b->file < 0)
        code = gat_complain(GAT_EXIT_OURS, "no shared memory could be made");
    if (code == 0)
        code = everything_run(b);
    for (unsigned k = 0; k < b->n; k++)
        gat_contender_end(b, &b->contenders[k]);
    if (b->file >= 0)
        close(b->file);
    gat_scratch_remove(b->scratch);
    gat_keeper_folder_gone(b->scratch);
    gat_arena_free(&b->arena);
    gat_arena_free(&arena);
    return code;
}
