/* eng_acts.c - does to the engine what the attribute `act` of a call names.
 *
 * Without that attribute it is right in every case.  test_engine.c asks for each
 * act in the middle of innocent calls.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "plugin.h"

static unsigned calls_so_far;
static char error_text[64] = "";

/* Out of reach of the optimiser. */
static volatile char *at(const void *p, int64_t offset)
{
    return (volatile char *)(uintptr_t)p + offset;
}

/* A race by intent: ThreadSanitizer need not tell. */
__attribute__((no_sanitize("thread"))) static void *scribble(void *to)
{
    for (volatile char *first = to;; *first = 1)
        continue;
    return NULL;
}

static void *crash_later(void *unused)
{
    usleep(20000);
    *at(unused, 64) = 1;
    return NULL;
}

static int overflow(int n)
{
    volatile char room[4096];
    room[0] = (char)n;
    return n < 0 ? room[0] : overflow(n + 1) + room[0];
}

static void thread_start(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, body, argument);
    pthread_detach(thread);
}

static void eat(int flags)
{
    /* It ends, so that a limit that does not work costs a test and not the machine.
     */
    for (int k = 0; k < 1024; k++) {
        char *block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                           flags | MAP_ANONYMOUS, -1, 0);
        for (int n = 0; n < 1 << 20; n += 4096)
            *at(block, n) = 1;
    }
    for (;;)
        pause();
}

/* Write over everything shared that can be written, the ring itself included; or
 * only over its first word, where the calls that are done are counted. */
static void scribble_on_maps(bool all)
{
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        if (strstr(line, "memfd:gatherum") == NULL ||
            strstr(line, " rw-s ") == NULL ||
            sscanf(line, "%lx-%lx", &from, &to) != 2)
            continue;
        memset((void *)from, all ? 0xff : 0x5f, all ? to - from : 4);
        while (!all)
            pause();
    }
}

static void strings_play(struct gather *g, const char *act)
{
    struct gat_string *out = (struct gat_string *)(void *)g->to;
    static char longer[4096];
    static const char text[] = "made by the backend";
    struct gat_string wild = {(const char *)(uintptr_t)4096, 5};
    struct gat_string own = {text, sizeof text - 1},
                      huge = {longer, UINT64_C(1) << 40};
    if (strcmp(act, "string-wild") == 0)
        out[1] = wild;
    if (strcmp(act, "string-own") == 0)
        out[1] = own;
    if (strcmp(act, "string-huge") == 0)
        out[1] = huge;
    if (strcmp(act, "string-past") == 0) {
        const struct gat_string *in = (const struct gat_string *)(void *)g->from;
        int64_t last = gat_tensor_count(g->data) - 1;
        error_text[0] = *at(in[last].data, (int64_t)in[last].size);
    }
}

static void memory_touch(const struct gather *g, const char *act)
{
    static char *reached;
    if (strcmp(act, "write-past") == 0)
        *at(g->to, (int64_t)g->to_size) = 1;
    if (strcmp(act, "write-before") == 0)
        *at(g->to, -1) = 1;
    if (strcmp(act, "write-far") == 0)
        *at(g->to, (int64_t)g->to_size + (1 << 20)) = 1;
    if (strcmp(act, "write-last") == 0)
        *at(g->to, (int64_t)g->to_size - 1) = 1;
    if (strcmp(act, "read-past") == 0)
        error_text[0] = *at(g->from, (int64_t)g->from_size + 2);
    if (strcmp(act, "read-before") == 0)
        error_text[0] = *at(g->from, -4);
    if (strcmp(act, "write-input") == 0)
        *at(g->from, 3) = 1;
    if (strcmp(act, "write-shape") == 0)
        *at(g->output->shape, 0) = 1;
    if (strcmp(act, "null") == 0)
        *at(reached, 16) = 1;
    if (strcmp(act, "scribble-on-maps") == 0)
        scribble_on_maps(true);
    if (strcmp(act, "scribble-on-count") == 0)
        scribble_on_maps(false);
}

static void process_end(const char *act)
{
    if (strcmp(act, "abort") == 0)
        abort();
    if (strcmp(act, "exit-7") == 0)
        exit(7);
    if (strcmp(act, "_exit-0") == 0)
        _exit(0);
    if (strcmp(act, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(act, "stop") == 0)
        raise(SIGSTOP);
    if (strcmp(act, "overflow") == 0)
        error_text[0] = (char)overflow(0);
    if (strcmp(act, "hang") == 0 || strcmp(act, "hang-blocked") == 0) {
        sigset_t all;
        sigfillset(&all);
        if (strcmp(act, "hang-blocked") == 0)
            sigprocmask(SIG_BLOCK, &all, NULL);
        for (;;)
            pause();
    }
    if (strcmp(act, "eat") == 0)
        eat(MAP_PRIVATE);
    if (strcmp(act, "eat-shared") == 0)
        eat(MAP_SHARED);
}

static void process_bend(const struct gather *g, const char *act)
{
    sigset_t all;
    sigfillset(&all);
    if (strcmp(act, "close-all") == 0)
        for (int fd = 0; fd < 256; fd++)
            close(fd);
    if (strcmp(act, "fork") == 0)
        (void)!fork();
    if (strcmp(act, "leave-child") == 0 && fork() == 0)
        for (;;)
            pause();
    if (strcmp(act, "ignore-signals") == 0) {
        signal(SIGSEGV, SIG_IGN);
        sigprocmask(SIG_BLOCK, &all, NULL);
    }
    if (strcmp(act, "thread") == 0)
        thread_start(scribble, g->to);
    if (strcmp(act, "thread-crash") == 0)
        thread_start(crash_later, NULL);
    if (strcmp(act, "print") == 0)
        printf("a backend speaks\n");
    if (strcmp(act, "print-much") == 0)
        for (int k = 0; k < 20000; k++)
            (void)!write(1, "0123456789abcdef\n", 17);
}

/* Attributes of every kind have come through whole. */
static bool attrs_arrive(const struct gat_call *call)
{
    unsigned good = 0;
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        const struct gat_attr *a = &call->attrs[k];
        if (a->kind == GAT_ATTR_INT)
            good += strcmp(a->name, "axis") == 0 && a->i == 0;
        if (a->kind == GAT_ATTR_FLOAT)
            good += strcmp(a->name, "half") == 0 && a->f == 0.5;
        if (a->kind == GAT_ATTR_TEXT)
            good += strcmp(a->name, "act") == 0;
        if (a->kind == GAT_ATTR_INTS)
            good +=
                strcmp(a->name, "tile") == 0 && a->n_ints == 3 && a->ints[2] == 30;
    }
    return good == 4 && call->struct_size == sizeof *call &&
           strcmp(call->op, "gather") == 0 &&
           strcmp(call->variant, "onnx-13") == 0 &&
           strcmp(call->profile, "cpu") == 0;
}

static gat_status answer(struct gather *g)
{
    const char *act = NULL;
    gat_status status = GAT_OK;
    calls_so_far++;
    for (uint64_t k = 0; k < g->call->n_attrs; k++)
        if (g->call->attrs[k].kind == GAT_ATTR_TEXT)
            act = g->call->attrs[k].text;
    if (act == NULL)
        return gather_run(g);
    if (strcmp(act, "leave") != 0)
        status = gather_run(g);
    if (g->dtype == GAT_STR)
        strings_play(g, act);
    memory_touch(g, act);
    process_end(act);
    process_bend(g, act);
    if (strcmp(act, "state") == 0)
        *at(g->to, 0) = (char)calls_so_far;
    if (strcmp(act, "address") == 0) {
        uintptr_t to = (uintptr_t)g->to, from = (uintptr_t)g->from;
        *at(g->to, 0) = (char)(to % 64 | from % 64);
    }
    if (strcmp(act, "attrs") == 0)
        return attrs_arrive(g->call) ? GAT_OK : GAT_E_INVALID;
    if (strcmp(act, "refuse") == 0) {
        snprintf(error_text, sizeof error_text, "no, thank you");
        return GAT_E_RANGE;
    }
    return status;
}

static const char *speaks(void *context)
{
    (void)context;
    return error_text;
}

static gat_status states(void *context, const struct gat_call *call, uint32_t k,
                         struct gat_inferred *out)
{
    (void)context;
    if (call->n_attrs != 0)
        abort();
    out->ndim = (int32_t)call->n_operands; /* the inputs alone */
    out->shape[0] = k;
    out->shape[1] = gat_operand_get(call, "indices")->shape[0];
    return GAT_OK;
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .last_error = speaks, .infer = states)
