/* worker.c - the child: loads the backend and calls it; the only dlopen.
 *
 * The worker reserves a span of address space that cannot be touched, maps into it what the
 * parent wrote (read-only) and what it may write, and then does as the orders say.  It keeps no
 * descriptor that leads to the shared memory: a backend that closes them all changes nothing.
 * Its state belongs to its one thread; only signal handlers read it from another.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/without.h"
#include "exchange/window.h"
#include "exchange/worker_counters.h"
#include "sandbox/sandbox.h"
#include "worker/adapter.h"
#include "worker/last_words.h"
#include "worker/manifest.h"
#include "worker/worker.h"
#include "worker/worker_call.h"

enum { MOST_NOTES = 64 };

static _Thread_local struct gat_worker {
    struct gat_geometry geo;
    int file, giants;     /* the shared memfds, while the span is made */
    bool here;            /* a thread of the program itself */
    unsigned char *base;  /* the span */
    unsigned char *store, /* the seat once more, inaccessible: what windows are made of */
        *giant_store;     /* the same for giants that are written to */
    const struct gat_feed *feed;
    struct gat_back *back;
    unsigned char *seen;  /* of coverage, by any worker on either seat */
    const uint32_t *ours; /* 1 here, 0 in a child that the backend forked */
    const struct gat_backend *backend;
    bool is_adapter; /* a program of its own, for which a table stands */
    void *context;
    uint32_t spin; /* rounds of waiting before sleep, at the moment */
    struct gat_host host;
    uint32_t mapped[GAT_MAX_SLOTS / 2 + 1]; /* windows of each set */
} worker;

/* ---- start ---- */

_Noreturn static void worker_end(int code)
{
    if (worker.here)
        pthread_exit(NULL);
    _exit(code);
}

_Noreturn static void give_up(const char *why)
{
    fprintf(stderr, "gatherum: worker: %s: %s\n", why, strerror(errno));
    _exit(3);
}

/* Report a failure to load and end; the parent prints the sentence. */
__attribute__((format(printf, 2, 3))) _Noreturn static void refuse(enum gat_load load,
                                                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(worker.back->why, sizeof worker.back->why, format, args);
    va_end(args);
    atomic_store(&worker.back->load, load);
    gat_futex_wake(&worker.back->load);
    worker_end(0);
}

static void map_fixed(int file, size_t at, size_t from, size_t size, int protection)
{
    if (mmap(worker.base + at, size, protection, MAP_SHARED | MAP_FIXED, file, (off_t)from) ==
        MAP_FAILED)
        give_up("the shared memory could not be mapped");
}

/* The memfd once more, for reading alone: no mprotect() makes a mapping of it writable. */
static int read_only_open(void)
{
    char name[40];
    if (gat_without("read-only"))
        return fcntl(worker.file, F_DUPFD_CLOEXEC, 0);
    snprintf(name, sizeof name, "/proc/self/fd/%d", worker.file);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        give_up("the shared memory could not be opened for reading (/proc?)");
    return file;
}

/* Map the whole seat, inaccessible, for windows to be cut from; only windows that the worker
 * writes to will ever be writable. */
static unsigned char *store_make(size_t seat, int read_only)
{
    const struct gat_geometry *g = &worker.geo;
    const size_t ranges[][2] = {{g->windows, GAT_WRITABLE_WINDOWS * g->n_cases * g->small},
                                {g->large, GAT_WRITABLE_WINDOWS * GAT_LARGE_WINDOW}};
    unsigned char *store =
        mmap(NULL, g->seat_size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, read_only, (off_t)seat);
    for (unsigned k = 0; store != MAP_FAILED && k < 2; k++)
        if (mmap(store + ranges[k][0], ranges[k][1], PROT_NONE,
                 MAP_SHARED | MAP_NORESERVE | MAP_FIXED, worker.file,
                 (off_t)(seat + ranges[k][0])) == MAP_FAILED)
            return MAP_FAILED;
    return store;
}

static void span_make(size_t seat)
{
    const struct gat_geometry *g = &worker.geo;
    void *base = mmap(NULL, g->span, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int read_only = read_only_open();
    void *store = store_make(seat, read_only);
    void *ours = mmap(NULL, g->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *giants = mmap(NULL, GAT_GIANT_STORE, PROT_NONE, MAP_SHARED | MAP_NORESERVE, worker.giants,
                        (off_t)(seat / g->seat_size * GAT_GIANT_STORE));
    if (base == MAP_FAILED || store == MAP_FAILED || ours == MAP_FAILED || giants == MAP_FAILED)
        give_up("no address space could be reserved (ulimit -v?)");
    worker.base = base;
    worker.store = store;
    worker.giant_store = giants;
    map_fixed(read_only, g->at_feed, seat, g->back,
              gat_without("read-only") ? PROT_READ | PROT_WRITE : PROT_READ);
    map_fixed(worker.file, g->at_back, seat + g->back, g->windows - g->back,
              PROT_READ | PROT_WRITE);
    close(read_only);
    worker.feed = (const struct gat_feed *)(const void *)(worker.base + g->at_feed);
    worker.back = (struct gat_back *)(void *)(worker.base + g->at_back);
    worker.seen = worker.base + g->at_back + (g->seen - g->back);
    /* Workers on both seats map this memory, so what one has seen is not new to the next. */
    map_fixed(worker.file, g->at_back + (g->seen - g->back), g->seen, GAT_MOST_COUNTERS,
              PROT_READ | PROT_WRITE);
    *(uint32_t *)ours = 1;
    madvise(ours, g->page, MADV_WIPEONFORK);
    worker.ours = ours;
}

/* Nothing of the parent's is reachable, no core files, and when memory runs out
 * this process is the one to go.  Its parent may be gone before it asks to end with it. */
static void process_tame(void)
{
    struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)worker.feed->parent)
        _exit(0);
    setrlimit(RLIMIT_CORE, &none);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        (void)!write(score, "1000", 4);
        close(score);
    }
    (void)syscall(SYS_close_range, GAT_WORKER_FD, ~0u, 0);
    setvbuf(stdout, NULL, _IONBF, 0);
}

static void sandbox_enter(void)
{
    const struct gat_feed *feed = worker.feed;
    char why[200];
    if (!gat_sandbox_enter(feed->protections, feed->needs, feed->scratch, feed->cache, why,
                           sizeof why))
        refuse(GAT_LOAD_MISSING, "%s", why);
}

/* The words of dlopen tell "not on this machine" from "no plug-in at all". */
static bool names_absence(const char *text)
{
    return strstr(text, "cannot open shared object file") != NULL ||
           strstr(text, "not found (required by") != NULL;
}

static const struct gat_backend *object_load(const char *path)
{
    const struct gat_backend *(*get)(uint32_t);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        const char *why = dlerror();
        refuse(names_absence(why) ? GAT_LOAD_MISSING : GAT_LOAD_FOREIGN, "it cannot be loaded: %s",
               why);
    }
    *(void **)&get = dlsym(object, "gat_backend_get");
    if (get == NULL)
        refuse(GAT_LOAD_FOREIGN, "it exports no gat_backend_get: is it a backend of gatherum?");
    const struct gat_backend *b = get(GAT_ABI);
    if (b == NULL)
        refuse(GAT_LOAD_FOREIGN,
               "it returns no table for ABI %u: build it against this "
               "version's backend.h",
               GAT_ABI);
    atomic_store(&worker.back->stage, GAT_STAGE_MANIFEST);
    if (b->abi != GAT_ABI)
        refuse(GAT_LOAD_FOREIGN,
               "it was built for ABI %u, and this is ABI %u: build it "
               "against this version's backend.h",
               b->abi, GAT_ABI);
    if (b->struct_size < offsetof(struct gat_backend, run) + sizeof b->run)
        refuse(GAT_LOAD_FOREIGN,
               "its table has %u bytes, too few to hold run(): set "
               "struct_size to sizeof(struct gat_backend)",
               b->struct_size);
    if (b->run == NULL)
        refuse(GAT_LOAD_FOREIGN, "its table has no run()");
    return b;
}

static void backend_open(const struct gat_backend *b, const char *options)
{
    char why[256] = "";
    if (!GAT_HAS(b, open))
        return;
    atomic_store(&worker.back->stage, GAT_STAGE_OPEN);
    gat_status status = b->open(options, &worker.context, why, sizeof why);
    if (status == GAT_OK)
        return;
    why[sizeof why - 1] = '\0';
    refuse(status == GAT_E_INVALID ? GAT_LOAD_FOREIGN : GAT_LOAD_MISSING, "%s",
           why[0] != '\0' ? why : "its open() failed and does not say why");
}

/* The position in the file that stands for stdout moves when something prints. */
static uint32_t has_printed(void)
{
    if (worker.is_adapter && gat_adapter_printed(worker.context))
        return 1;
    if (worker.here || lseek(1, 0, SEEK_CUR) <= 0)
        return 0;
    lseek(1, 0, SEEK_SET);
    return 1;
}

/* Sentences about the backend: its own, and one if it has printed before any call. */
static void notes_make(const char **notes, unsigned most)
{
    const char *const *own = worker.is_adapter ? gat_adapter_manifest(worker.context)->notes : NULL;
    unsigned n = 0;
    if (has_printed() != 0)
        notes[n++] = "It writes to stdout while it is loaded; nobody reads that.";
    for (; own != NULL && *own != NULL && n + 1 < most; own++)
        notes[n++] = *own;
    notes[n] = NULL;
}

static void backend_start(void)
{
    char path[sizeof worker.feed->path], options[sizeof worker.feed->options], why[512];
    memcpy(path, worker.feed->path, sizeof path);
    memcpy(options, worker.feed->options, sizeof options);
    atomic_store(&worker.back->stage, GAT_STAGE_OBJECT);
    worker.is_adapter = gat_is_adapter(path);
    const struct gat_backend *b =
        worker.is_adapter ? gat_adapter_get(path, &worker.back->adapter) : object_load(path);
    backend_open(b, options); /* before the table is copied: it may complete it */
    atomic_store(&worker.back->stage, GAT_STAGE_MANIFEST);
    const char *notes[MOST_NOTES];
    notes_make(notes, MOST_NOTES);
    if (worker.feed->want_manifest != 0) {
        size_t size = 0;
        char *text = (char *)worker.back + (worker.geo.text - worker.geo.back);
        const struct gat_manifest *said =
            worker.is_adapter ? gat_adapter_manifest(worker.context) : NULL;
        if (!gat_manifest_write(b, notes, said, text, GAT_TEXT_SIZE, &size, why, sizeof why))
            refuse(GAT_LOAD_FOREIGN, "%s", why);
        worker.back->text_size = size;
    }
    worker.backend = b;
    worker.host = (struct gat_host){.backend = b,
                                    .context = worker.context,
                                    .options = worker.feed->options,
                                    .geo = &worker.geo,
                                    .base = worker.base,
                                    .plain = worker.here || worker.is_adapter,
                                    .watched = !worker.here};
    bool looks = worker.is_adapter && gat_adapter_manifest(worker.context)->looks;
    gat_watch_start(&worker.host.watch, worker.is_adapter ? worker.back->adapter : 0,
                    looks ? gat_adapter_look : NULL, worker.context);
    worker.back->n_counters = gat_counters_count();
    worker.spin = worker.feed->spin;
    worker.back->base = (uint64_t)(uintptr_t)worker.base;
    atomic_store(&worker.back->load, GAT_LOAD_READY);
    gat_futex_wake(&worker.back->load);
}

/* ---- calls ---- */

/* A window comes from the store by duplicating a shared mapping (old size 0). */
static void window_map(unsigned set, unsigned window)
{
    const struct gat_geometry *g = &worker.geo;
    size_t size = gat_window_size(g, set);
    unsigned char *at = worker.base + gat_window_span(g, set, window);
    bool writable = gat_window_writable(window) || gat_without("read-only");
    if (mremap(worker.store + gat_window_file(g, set, window), 0, size,
               MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED ||
        mprotect(at, size, writable ? PROT_READ | PROT_WRITE : PROT_READ) != 0)
        give_up("a window could not be mapped");
    worker.mapped[set] |= GAT_BIT(window);
}

static void windows_map(const struct gat_order *o)
{
    uint32_t missing = o->windows & ~worker.mapped[o->set];
    for (unsigned w = 0; missing != 0; w++, missing >>= 1)
        if ((missing & 1) != 0)
            window_map(o->set, w);
}

/* Follow the views that the backend made, right away: they need not live longer.
 * A wild one faults here, and the last words name the element.  After an error
 * they are not followed: they may be anything. */
static void strings_copy(const struct gat_order *o, gat_status status)
{
    const char *views = (const char *)(uintptr_t)o->views;
    const struct gat_layout *l = (const struct gat_layout *)(uintptr_t)o->layout;
    uint64_t *sizes = (uint64_t *)(uintptr_t)o->texts;
    char *to = (char *)(sizes + o->n_views);
    for (uint64_t k = 0; k < o->n_views; k++, to += o->text_limit) {
        struct gat_string v;
        size_t at = l != NULL ? gat_layout_at(l, (int64_t)k) : k * sizeof v;
        memcpy(&v, views + at, sizeof v);
        sizes[k] = 0;
        if (v.data == o->poison.data && v.size == o->poison.size) {
            sizes[k] = GAT_NO_TEXT;
        } else if (status == GAT_OK && v.size != 0) {
            worker.back->copying = (uint32_t)k + 1;
            atomic_signal_fence(memory_order_seq_cst);
            sizes[k] = v.size < o->text_limit ? v.size : o->text_limit;
            memcpy(to, v.data, sizes[k]);
        }
    }
    atomic_signal_fence(memory_order_seq_cst);
    worker.back->copying = 0;
}

static void error_copy(struct gat_result *r)
{
    const char *text = gat_visit_error(&worker.host);
    size_t size = strnlen(text, sizeof r->error - 1);
    memcpy(r->error, text, size);
    r->error[size] = '\0';
}

static void operands_map(const struct gat_order *o)
{
    windows_map(o);
    if (worker.is_adapter)
        gat_adapter_giant(worker.context, &o->giant);
    if (o->giant.size != 0 && !gat_giant_open(&o->giant, worker.giant_store))
        give_up("a sparse operand could not be mapped (vm.max_map_count?)");
}

static void giant_drop(const struct gat_order *o)
{
    if (o->giant.size != 0 && !gat_giant_close(&o->giant))
        give_up("a sparse operand could not be unmapped");
}

static void order_run(const struct gat_order *o, const struct gat_call *call, struct gat_result *r)
{
    operands_map(o);
    r->damaged = r->fenced = r->told = r->has_stated = 0;
    if (o->counted != 0)
        gat_counters_clear();
    gat_visit_make(&worker.host, o, call, r);
    if (*worker.ours != 1)
        _exit(0); /* a child that the backend forked and that came back to us */
    r->news = o->counted != 0 ? gat_counters_note(worker.seen) : 0;
    if (worker.is_adapter)
        gat_visit_told(&worker.host, r);
    giant_drop(o);
    if (r->status != GAT_OK)
        error_copy(r);
    if (o->has_texts != 0)
        strings_copy(o, r->status);
    gat_visit_close(&worker.host);
    r->printed = has_printed();
    if (o->is_second != 0 || o->look == GAT_LOOK_MANY)
        gat_visit_end(&worker.host, o, call, r);
}

static void order_infer(const struct gat_order *o, const struct gat_call *call,
                        struct gat_result *r)
{
    struct gat_inferred out = {0};
    operands_map(o);
    r->status = GAT_E_UNSUPPORTED;
    worker.back->has_infer = GAT_HAS(worker.backend, infer);
    if (worker.back->has_infer != 0)
        r->status = worker.backend->infer(worker.context, call, 0, &out);
    worker.back->inferred = out;
    giant_drop(o);
}

_Noreturn static void quit(void)
{
    if (GAT_HAS(worker.backend, close))
        worker.backend->close(worker.context);
    munmap(worker.store, worker.geo.seat_size);
    munmap(worker.giant_store, GAT_GIANT_STORE);
    munmap(worker.base, worker.geo.span);
    worker_end(0);
}

/* Wait until there are more than `done` calls: a spin first, as calls come fast. */
static void head_wait(uint32_t done)
{
    const struct gat_feed *feed = worker.feed;
    if (atomic_load_explicit(&feed->head, memory_order_acquire) != done)
        return;
    for (uint32_t k = 0; k < worker.spin; k++) {
        gat_pause();
        if (atomic_load_explicit(&feed->head, memory_order_acquire) != done) {
            worker.spin = gat_spin_next(worker.spin, feed->spin, true);
            return;
        }
    }
    worker.spin = gat_spin_next(worker.spin, feed->spin, false);
    while (atomic_load(&feed->head) == done) {
        atomic_store(&worker.back->sleeps, 1);
        if (atomic_load(&feed->head) == done)
            gat_futex_wait(&feed->head, done, 100000000);
        atomic_store(&worker.back->sleeps, 0);
    }
}

_Noreturn static void calls_run(void)
{
    const struct gat_feed *feed = worker.feed;
    const unsigned char *descs = worker.base + worker.geo.at_feed + worker.geo.desc;
    for (uint32_t n = 0;; n++) {
        head_wait(n);
        uint32_t at = (n + feed->shift) % (2 * worker.geo.n_cases);
        const struct gat_desc *d =
            (const struct gat_desc *)(const void *)(descs + at / 2 * GAT_DESC_SIZE);
        const struct gat_order *o = &d->order[at % 2];
        struct gat_result *r = &worker.back->results[at];
        if (o->kind == GAT_ORDER_QUIT)
            quit();
        if (worker.is_adapter && o->kind == GAT_ORDER_RUN)
            gat_visits_ask(&worker.host, feed, n, operands_map);
        if (o->kind == GAT_ORDER_RUN)
            order_run(o, &d->call[at % 2], r);
        else if (o->kind == GAT_ORDER_INFER)
            order_infer(o, &d->call[at % 2], r);
        atomic_store(&worker.back->tail, n + 1);
        if (atomic_load(&feed->waits) != 0 && atomic_load(&feed->wake_at) == n + 1)
            gat_futex_wake(&worker.back->tail);
    }
}

_Noreturn void gat_worker_main(int argc, char **argv)
{
    struct stat file;
    unsigned long cases = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    unsigned long long seat = argc == 4 ? strtoull(argv[2], NULL, 10) : 0;
    if (cases < 1 || cases > GAT_MAX_SLOTS / 2 || fstat(GAT_WORKER_FD, &file) != 0) {
        fprintf(stderr, "gatherum: %s is how gatherum starts its own workers\n", GAT_WORKER_ARG);
        _exit(2);
    }
    gat_geometry_make(&worker.geo, (unsigned)cases);
    worker.file = GAT_WORKER_FD;
    worker.giants = GAT_GIANT_FD;
    if (seat > (uint64_t)file.st_size || (uint64_t)file.st_size - seat < worker.geo.seat_size)
        give_up("the shared memory is too small");
    span_make((size_t)seat);
    process_tame();
    gat_last_words_prepare(worker.back, worker.ours, worker.base, worker.geo.span);
    sandbox_enter();
    backend_start();
    calls_run();
}

void *gat_worker_here(void *seat)
{
    const struct gat_here *here = seat;
    worker.here = true;
    worker.file = here->file;
    worker.giants = here->giants;
    gat_geometry_make(&worker.geo, here->n_cases);
    span_make(here->seat);
    backend_start();
    calls_run();
}
