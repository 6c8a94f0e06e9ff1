/* bench_child.c - a process of `gatherum bench`: its own buffers, one plug-in.
 *
 * It answers one JSON object per line on an inherited socket; the data comes from an
 * inherited file, and the answer of a call that is to be compared goes back into it.
 * bench/peers.py speaks the same. What is timed is run() alone, by a clock that is
 * read here. Without a plug-in it measures the limits of the machine instead.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/machine.h"
#include "bench/bench.h"
#include "bench/bench_child.h"
#include "bench/bench_device.h"
#include "bench/bench_limits.h"
#include "bench/bench_workload.h"
#include "dtype.h"
#include "exchange/ring.h"
#include "sandbox/needs.h"
#include "sandbox/sandbox.h"
#include "worker/worker_device.h"

enum { POISON = 0xa5 };

struct row {
    struct gat_call call;
    struct gat_operand operands[GAT_BENCH_OPERANDS];
};

static struct bench_worker {
    const struct gat_backend *backend; /* NULL: the limits */
    void *context;
    unsigned threads;
    const char *level; /* the instruction set for all, or ""; "" too where it is not taken */
    struct gat_arena arena; /* of a row */
    struct gat_workload w;
    struct row row;
    struct gat_limits *limits;
    struct gat_bench_device device;
    unsigned char *buffer;
    unsigned char mask; /* data and updates are those of the file, changed by it */
} worker;

/* Send an object and forget it. */
static void say(json_t *j)
{
    char *text = j == NULL ? NULL : json_dumps(j, JSON_COMPACT);
    size_t n = text == NULL ? 0 : strlen(text);
    if (n > 0)
        text[n++] = '\n'; /* in the place of its end */
    for (size_t done = 0; done < n;) {
        ssize_t some = write(GAT_BENCH_SOCKET, text + done, n - done);
        if (some <= 0)
            _exit(3); /* nobody listens any more */
        done += (size_t)some;
    }
    free(text);
    json_decref(j);
}

/* Words of a stranger, as JSON takes them. */
static void plain(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7e)
            *text = '?';
}

__attribute__((format(printf, 1, 2))) static void refuse(const char *format, ...)
{
    char why[400];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    plain(why);
    say(json_pack("{s:b, s:s}", "ok", 0, "why", why));
}

unsigned char *gat_bench_map(size_t size)
{
    size = (size + GAT_HUGE_PAGE - 1) / GAT_HUGE_PAGE * GAT_HUGE_PAGE;
    unsigned char *at = mmap(NULL, size + GAT_HUGE_PAGE, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    size_t skip = GAT_HUGE_PAGE - (uintptr_t)at % GAT_HUGE_PAGE;
    munmap(at, skip);
    if (skip < GAT_HUGE_PAGE)
        munmap(at + skip + size, GAT_HUGE_PAGE - skip);
    madvise(at + skip, size, MADV_HUGEPAGE);
    return at + skip;
}

void gat_bench_unmap(unsigned char *at, size_t size)
{
    if (at != NULL)
        munmap(at, (size + GAT_HUGE_PAGE - 1) / GAT_HUGE_PAGE * GAT_HUGE_PAGE);
}

/* ---- the plug-in ---- */

/* True: loaded; else one sentence was sent. */
static bool backend_load(const char *path)
{
    const struct gat_backend *(*get)(uint32_t);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return refuse("it cannot be loaded: %s", dlerror()), false;
    *(void **)&get = dlsym(object, "gat_backend_get");
    worker.backend = get == NULL ? NULL : get(GAT_ABI);
    if (worker.backend == NULL || worker.backend->abi != GAT_ABI || worker.backend->run == NULL)
        return refuse("it is no backend of ABI %u", GAT_ABI), false;
    return true;
}

/* open() with the number of threads and the level as options, or without. */
static gat_status opened(const char *options, bool threads, bool level, char *why, size_t n)
{
    char with[4096], number[24] = "";
    if (threads)
        snprintf(number, sizeof number, ",threads=%u", worker.threads);
    snprintf(with, sizeof with, "%s%s%s%s", options, number, level ? ",level=" : "",
             level ? worker.level : "");
    return worker.backend->open(with + (with[0] == ','), &worker.context, why, n);
}

/* With the number of threads and the level as options, or without one or both where there is no
 * such option or the options have one of their own: `note` says so of threads, hello() of the
 * level. */
static bool backend_open(const char *options, const char **note)
{
    char why[256] = "";
    const bool threads = strstr(options, "threads=") == NULL;
    const bool level = worker.level[0] != '\0' && strstr(options, "level=") == NULL;
    bool with_threads = false, with_level = false;
    gat_status status = GAT_E_INVALID;
    for (int k = 3; k >= 0 && status == GAT_E_INVALID; k--) {
        with_threads = (k & 2) != 0;
        with_level = (k & 1) != 0;
        if ((with_threads && !threads) || (with_level && !level))
            continue;
        if (GAT_HAS(worker.backend, open))
            status = opened(options, with_threads, with_level, why, sizeof why);
        else
            status = k == 0 ? GAT_OK : GAT_E_INVALID;
    }
    if (threads && !with_threads)
        *note = "takes no option threads";
    if (!with_level)
        worker.level = "";
    why[sizeof why - 1] = '\0';
    if (status != GAT_OK)
        refuse("%s", why[0] != '\0' ? why : "its open() failed and does not say why");
    return status == GAT_OK;
}

/* Is the word in the list, alone or with a value, as "axis=0"? */
static bool listed(const char *const *list, const char *word)
{
    size_t n = strlen(word);
    for (; list != NULL && *list != NULL; list++)
        if (strncmp(*list, word, n) == 0 && ((*list)[n] == '\0' || (*list)[n] == '='))
            return true;
    return false;
}

static bool claim_fits(const struct gat_claim *claim)
{
    const struct gat_workload *w = &worker.w;
    bool fits = strcmp(claim->op, w->op) == 0 &&
                (claim->data_types & GAT_BIT(w->operands[0].dtype)) != 0 &&
                (claim->index_types & GAT_BIT(w->operands[1].dtype)) != 0;
    for (unsigned k = 0; k < w->n_operands; k++)
        fits &= w->operands[k].ndim >= claim->min_rank && w->operands[k].ndim <= claim->max_rank;
    for (unsigned k = 0; k < w->n_attrs; k++)
        fits &= claim->attrs == NULL || listed(claim->attrs, w->attrs[k].name);
    return fits;
}

/* The first variant of the row that some claim covers; NULL: none. */
static const char *variant_claimed(void)
{
    const struct gat_backend *b = worker.backend;
    for (const struct gat_variant_name *v = worker.w.variants; v->name != NULL; v++)
        for (uint64_t k = 0; k < b->n_claims; k++)
            if (claim_fits(&b->claims[k]) &&
                (listed(b->claims[k].variants, v->name) ||
                 (v->alias != NULL && listed(b->claims[k].variants, v->alias))))
                return v->name;
    return NULL;
}

static void call_make(const char *variant)
{
    const struct gat_workload *w = &worker.w;
    struct row *r = &worker.row;
    for (unsigned k = 0; k < w->n_operands; k++)
        r->operands[k] =
            (struct gat_operand){.name = w->names[k],
                                 .role = k + 1 == w->n_operands ? GAT_OUT : GAT_IN,
                                 .form = GAT_TENSOR,
                                 .tensor = {.data = worker.buffer + w->at[k],
                                            .device = {.type = 1},
                                            .ndim = w->operands[k].ndim,
                                            .type = gat_dtype_code(w->operands[k].dtype),
                                            .shape = w->operands[k].shape}};
    const char *profile = worker.backend->profile;
    bool devices = strncmp(variant, "mindspore", 9) == 0;
    r->call = (struct gat_call){
        .struct_size = sizeof r->call,
        .op = w->op,
        .variant = variant,
        .profile = !devices                      ? ""
                   : strcmp(profile, "any") == 0 ? "cpu"
                                                 : profile,
        .attrs = w->attrs,
        .n_attrs = w->n_attrs,
        .operands = r->operands,
        .n_operands = w->n_operands,
    };
}

/* ---- orders ---- */

/* Are nearly all pages of this process huge ones? */
static bool pages_huge(size_t size)
{
    char text[64];
    (void)gat_proc_text("/proc/self/smaps_rollup", "AnonHugePages", text, sizeof text);
    return strtod(text, NULL) * 1024 > 0.9 * (double)size;
}

static bool buffer_read(void)
{
    for (size_t done = 0; done < worker.w.size;) {
        ssize_t n = pread(GAT_BENCH_FILE, worker.buffer + done, worker.w.size - done, (off_t)done);
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static void row_forget(void)
{
    gat_bench_device_free(&worker.device);
    gat_limits_free(worker.limits);
    worker.limits = NULL;
    gat_bench_unmap(worker.buffer, worker.w.size);
    worker.buffer = NULL;
    gat_arena_reset(&worker.arena);
}

static void row_take(const json_t *order)
{
    json_int_t number = json_integer_value(json_object_get(order, "number"));
    bool quick = json_is_true(json_object_get(order, "quick"));
    row_forget();
    if (!gat_workload_get((unsigned)number, quick, &worker.w)) {
        refuse("there is no such row");
        return;
    }
    const char *variant = worker.backend == NULL ? "" : variant_claimed();
    if (variant == NULL) {
        refuse("not claimed");
        return;
    }
    worker.mask = 0;
    worker.buffer = gat_bench_map(worker.w.size);
    if (worker.buffer == NULL || !buffer_read()) {
        refuse("no memory for its buffers");
        return;
    }
    if (worker.backend != NULL)
        call_make(variant);
    else
        worker.limits = gat_limits_make(&worker.arena, &worker.w, worker.buffer, worker.threads);
    if (worker.backend == NULL && worker.limits == NULL)
        refuse("no memory for its buffers");
    else if (worker.backend != NULL &&
             !gat_bench_device_make(&worker.device, worker.backend, worker.context, &worker.w,
                                    &worker.row.call))
        refuse("its operands cannot be brought to the device");
    else
        say(json_pack("{s:b, s:b}", "ok", 1, "huge", pages_huge(worker.w.size)));
}

/* The row so many times; false: refused. */
static bool calls_make(unsigned form, json_int_t calls)
{
    bool device = worker.device.plan != NULL;
    for (json_int_t k = 0; k < (device ? 1 : calls); k++) {
        if (worker.backend == NULL) {
            gat_limits_run(worker.limits, form);
            continue;
        }
        gat_status status = device ? gat_bench_device_run(&worker.device, form, (long)calls)
                                   : worker.backend->run(worker.context, &worker.row.call);
        if (status != GAT_OK) {
            const char *text = GAT_HAS(worker.backend, last_error)
                                   ? worker.backend->last_error(worker.context)
                                   : "";
            refuse("status %d %.200s", status, text == NULL ? "" : text);
            return false;
        }
    }
    return true;
}

static unsigned char *output(size_t *size)
{
    const struct gat_workload *w = &worker.w;
    *size = gat_array_size(&w->operands[w->n_operands - 1]);
    return worker.buffer + w->at[w->n_operands - 1];
}

static void poison(void)
{
    size_t size;
    unsigned char *out = output(&size);
    memset(out, POISON, size);
    gat_bench_device_poison(&worker.device, out, size);
}

/* Change data or updates, so that a kernel moves other bytes than in the sample before. */
static void inputs_change(unsigned char mask)
{
    const struct gat_workload *w = &worker.w;
    for (unsigned k = 0; k + 1 < w->n_operands; k++)
        if (k != 1)
            gat_workload_change(w, worker.buffer + w->at[k], gat_array_size(&w->operands[k]),
                                worker.mask, mask);
    worker.mask = mask;
}

/* Write the output into the file. */
static void answer_give(double seconds)
{
    const struct gat_workload *w = &worker.w;
    unsigned last = w->n_operands - 1;
    size_t size;
    unsigned char *out = output(&size);
    gat_bench_device_answer(&worker.device, out, size);
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(GAT_BENCH_FILE, out + done, size - done, (off_t)(w->at[last] + done));
        if (n <= 0) {
            refuse("its answer could not be written");
            return;
        }
        done += (size_t)n;
    }
    say(json_pack("{s:b, s:f}", "ok", 1, "seconds", seconds));
}

/* One call on a poisoned output, and its answer; a copy has none of its own. */
static void check(unsigned form)
{
    poison();
    double start = gat_seconds_now();
    if (calls_make(worker.backend == NULL ? form : 0, 1))
        answer_give(gat_seconds_now() - start);
}

/* Time so many calls.  With a mask the inputs are changed and the output is poisoned first, and
 * the parent is told when the calls begin. */
static void sample(const json_t *order, unsigned form, json_int_t calls)
{
    const json_t *mask = json_object_get(order, "mask");
    bool warm = json_is_true(json_object_get(order, "warm"));
    if (mask != NULL)
        inputs_change((unsigned char)json_integer_value(mask));
    if (warm && !calls_make(form, 1))
        return;
    if (mask != NULL) {
        poison();
        say(json_pack("{s:b, s:b}", "ok", 1, "begun", 1));
    }
    double start = gat_seconds_now();
    if (calls_make(form, calls))
        say(json_pack("{s:b, s:f}", "ok", 1, "seconds",
                      (gat_seconds_now() - start) / (double)calls));
}

static void obey(const json_t *order)
{
    const char *what = json_string_value(json_object_get(order, "do"));
    unsigned form = (unsigned)json_integer_value(json_object_get(order, "form"));
    json_int_t calls = json_integer_value(json_object_get(order, "calls"));
    if (what == NULL || strcmp(what, "bye") == 0) {
        row_forget();
        _exit(0);
    }
    if (strcmp(what, "row") == 0) {
        row_take(order);
    } else if (strcmp(what, "check") == 0) {
        check(form);
    } else if (strcmp(what, "answer") == 0) {
        answer_give(0);
    } else {
        sample(order, form, calls);
    }
}

static void hello(const char *note)
{
    json_t *forms = worker.backend == NULL
                        ? json_pack("[{s:s},{s:s}]", "name", "memcpy", "name", "stream")
                    : gat_bench_device_copies(worker.backend)
                        ? json_pack("[{s:s},{s:s,s:b}]", "name", "", "name", "copy", "limit", 1)
                        : json_pack("[{s:s}]", "name", "");
    char version[80] = "";
    if (worker.backend != NULL && worker.backend->version != NULL)
        snprintf(version, sizeof version, "%s", worker.backend->version);
    plain(version);
    bool fresh = worker.backend != NULL && !gat_device_serves(worker.backend);
    say(json_pack("{s:b, s:s, s:s, s:s, s:b, s:o}", "ok", 1, "version", version, "note", note,
                  "level", worker.level, "fresh", (int)fresh, "forms", forms));
}

/* Enter a sandbox as strict as that of a run; the parent owns the scratch folder and removes it. */
static bool sandbox_enter(const char *path, const char *scratch)
{
    struct gat_error e = {0};
    char why[200];
    uint32_t needs;
    if (!gat_needs_read(path, false, &needs, &e))
        return refuse("%s", e.text), false;
    return gat_sandbox_enter(gat_sandbox_probe(), needs, scratch, scratch, why,
                             sizeof why) ||
           (refuse("%s", why), false);
}

_Noreturn void gat_bench_worker_main(int argc, char **argv)
{
    struct rlimit none = {0, 0};
    const char *note = "";
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    (void)syscall(SYS_close_range, GAT_BENCH_FILE + 1, ~0u, 0);
    if (argc < 3) {
        fprintf(stderr, "gatherum: %s is how gatherum starts its own workers\n", GAT_BENCH_ARG);
        _exit(2);
    }
    worker.threads = (unsigned)strtoul(argv[2], NULL, 10);
    worker.level = argc >= 7 ? argv[6] : "";
    if (argc >= 6 && (!sandbox_enter(argv[3], argv[5]) || !backend_load(argv[3]) ||
                      !backend_open(argv[4], &note)))
        _exit(0);
    hello(note);
    FILE *in = fdopen(GAT_BENCH_SOCKET, "r");
    char *line = NULL;
    size_t room = 0;
    while (in != NULL && getline(&line, &room, in) > 0) {
        json_t *order = json_loads(line, 0, NULL);
        obey(order);
        json_decref(order);
    }
    _exit(0);
}
