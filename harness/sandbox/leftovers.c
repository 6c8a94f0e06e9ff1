/* leftovers.c - looks at this process before and after calls into a backend.
 *
 * Each look takes a few microseconds; the caller decides how often.  What cannot be seen on a
 * machine stays 0, and nothing is said of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { WATCHES_MEMORY = 0 }; /* what is freed stays for a while */
#else
enum { WATCHES_MEMORY = 1 };
#endif

const char *gat_leftover_words(enum gat_leftover kind)
{
    static const char *const words[] = {
#define LEFTOVER(id, sentence) sentence,
#include "sandbox/leftovers.def"
    };
    return kind < GAT_LEFTOVERS ? words[kind] : "";
}

/* ---- floating-point numbers ---- */

#if defined(__x86_64__) || defined(__i386__)

static const uint64_t rounding_bits = 0x6000, flush_bits = 0x8040, result_flags = 0x3f,
                      old_rounding = 0x0c00;

struct gat_floats gat_floats_now(void)
{
    uint32_t control;
    uint16_t old;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    __asm__ volatile("fnstcw %0" : "=m"(old));
    return (struct gat_floats){control & ~result_flags, old};
}

static void floats_set(const struct gat_floats *f)
{
    uint32_t control = (uint32_t)f->control;
    uint16_t old = (uint16_t)f->old;
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
    __asm__ volatile("fldcw %0" : : "m"(old));
}

#elif defined(__aarch64__)

static const uint64_t rounding_bits = 3u << 22, flush_bits = 1u << 24 | 1u << 19 | 3,
                      old_rounding = 0;

struct gat_floats gat_floats_now(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (struct gat_floats){control, 0};
}

static void floats_set(const struct gat_floats *f)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(f->control));
}

#else

static const uint64_t rounding_bits = 0, flush_bits = 0, old_rounding = 0;

struct gat_floats gat_floats_now(void)
{
    return (struct gat_floats){0, 0};
}

static void floats_set(const struct gat_floats *f)
{
    (void)f;
}

#endif

uint32_t gat_floats_restore(const struct gat_floats *was)
{
    struct gat_floats now = gat_floats_now();
    uint64_t changed = now.control ^ was->control, old = now.old ^ was->old;
    uint32_t set = 0;
    if ((changed | old) == 0)
        return 0;
    if ((changed & rounding_bits) != 0 || (old & old_rounding) != 0)
        set |= 1u << GAT_LEFT_ROUNDING;
    if ((changed & flush_bits) != 0)
        set |= 1u << GAT_LEFT_DENORMALS;
    if ((changed & ~(rounding_bits | flush_bits)) != 0 || (old & ~old_rounding) != 0)
        set |= 1u << GAT_LEFT_FLOATS;
    floats_set(was);
    return set;
}

/* ---- the process ---- */

static uint64_t bytes_hash(const void *bytes, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t k = 0; k < n; k++)
        h = (h ^ ((const unsigned char *)bytes)[k]) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t text_hash(const char *text)
{
    return bytes_hash(text, text != NULL ? strlen(text) : 0);
}

/* The file takes the lowest descriptor that is free. */
static void statm_look(struct gat_process *p)
{
    char text[64] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (read(file, text, sizeof text - 1) > 0 && WATCHES_MEMORY)
        p->mapped = strtoull(text, NULL, 10);
    p->files = (uint64_t)file;
    close(file);
}

static void memory_look(struct gat_process *p)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 m = mallinfo2();
    if (WATCHES_MEMORY)
        p->memory = m.uordblks + m.hblkhd;
#else
    (void)p;
#endif
}

/* The disposition of a signal, asked of the kernel: the functions of the C library are ours
 * (fault_chain.c). */
static void signals_look(struct gat_process *p)
{
    struct {
        void *handler;
        unsigned long flags;
        void *restorer;
        uint64_t mask[16];
    } act;
    for (int k = 1; k < GAT_LEFT_SIGNALS; k++)
        if (syscall(SYS_rt_sigaction, k, NULL, &act, (size_t)8) == 0)
            p->handlers[k] = (uint64_t)(uintptr_t)act.handler;
    (void)syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &p->blocked, sizeof p->blocked);
}

static void limits_look(struct gat_process *p)
{
    struct rlimit all[RLIM_NLIMITS];
    unsigned char processors[1024];
    memset(all, 0, sizeof all);
    for (int k = 0; k < RLIM_NLIMITS; k++)
        (void)syscall(SYS_prlimit64, 0, k, NULL, &all[k]);
    p->limits = bytes_hash(all, sizeof all);
    long n = syscall(SYS_sched_getaffinity, 0, sizeof processors, processors);
    p->processors = bytes_hash(processors, n > 0 ? (size_t)n : 0);
}

void gat_process_look(struct gat_process *p)
{
    struct stat tasks;
    char folder[4096];
    memset(p, 0, sizeof *p);
    memory_look(p);
    statm_look(p);
    signals_look(p);
    limits_look(p);
    mode_t creation = umask(077); /* a file made meanwhile is no one else's */
    umask(creation);
    p->creation = creation;
    if (stat("/proc/self/task", &tasks) == 0)
        p->threads = tasks.st_nlink;
    if (getcwd(folder, sizeof folder) != NULL)
        p->folder = text_hash(folder);
    p->locale = text_hash(setlocale(LC_ALL, NULL));
}

/* ---- another process ---- */

/* A number of 64 bits after this word in the text of /proc/PID/status. */
static uint64_t status_word(const char *text, const char *word, int base)
{
    const char *at = strstr(text, word);
    return at == NULL ? 0 : strtoull(at + strlen(word), NULL, base);
}

static void status_look(struct gat_process *p, pid_t pid)
{
    /* The C library has handlers for others. */
    const uint64_t plain = (UINT64_C(1) << (GAT_LEFT_SIGNALS - 1)) - 1;
    char text[8192] = "", name[64];
    snprintf(name, sizeof name, "/proc/%d/status", (int)pid);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (read(file, text, sizeof text - 1) > 0) {
        p->handlers[0] = status_word(text, "\nSigCgt:", 16) & plain;
        p->handlers[1] = status_word(text, "\nSigIgn:", 16) & plain;
        p->blocked = status_word(text, "\nSigBlk:", 16);
        p->creation = status_word(text, "\nUmask:", 8);
    }
    close(file);
}

/* Processes that its first thread started and that have not been waited for. */
static uint64_t children_count(pid_t pid)
{
    char text[8192] = "", name[64];
    uint64_t n = 0;
    snprintf(name, sizeof name, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    if (read(file, text, sizeof text - 1) > 0)
        for (const char *at = text; (at = strchr(at, ' ')) != NULL; at++)
            n++;
    close(file);
    return n;
}

static uint64_t files_count(pid_t pid)
{
    char name[64];
    uint64_t n = 0;
    snprintf(name, sizeof name, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(name);
    if (folder == NULL)
        return 0;
    while (readdir(folder) != NULL)
        n++;
    closedir(folder);
    return n;
}

void gat_process_look_at(struct gat_process *p, pid_t pid)
{
    struct stat tasks;
    char folder[4096] = "", name[64];
    memset(p, 0, sizeof *p);
    status_look(p, pid);
    p->files = files_count(pid);
    p->children = children_count(pid);
    snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
    if (stat(name, &tasks) == 0)
        p->threads = tasks.st_nlink;
    snprintf(name, sizeof name, "/proc/%d/cwd", (int)pid);
    if (readlink(name, folder, sizeof folder - 1) > 0)
        p->folder = text_hash(folder);
}

struct number {
    size_t at;
    enum gat_leftover kind;
};

static uint64_t number_of(const struct gat_process *p, const struct number *number)
{
    uint64_t n;
    memcpy(&n, (const char *)p + number->at, sizeof n);
    return n;
}

static const struct number states[] = {
    {offsetof(struct gat_process, blocked), GAT_LEFT_MASK},
    {offsetof(struct gat_process, folder), GAT_LEFT_FOLDER},
    {offsetof(struct gat_process, creation), GAT_LEFT_CREATION},
    {offsetof(struct gat_process, processors), GAT_LEFT_PROCESSORS},
    {offsetof(struct gat_process, limits), GAT_LEFT_LIMITS},
    {offsetof(struct gat_process, locale), GAT_LEFT_LOCALE}};

uint32_t gat_process_differs(const struct gat_process *was, const struct gat_process *now)
{
    uint32_t set = now->put_back;
    if (memcmp(was->handlers, now->handlers, sizeof was->handlers) != 0)
        set |= 1u << GAT_LEFT_HANDLER;
    for (unsigned k = 0; k < sizeof states / sizeof states[0]; k++)
        if (number_of(was, &states[k]) != number_of(now, &states[k]))
            set |= 1u << states[k].kind;
    return set;
}

static const struct number amounts[] = {{offsetof(struct gat_process, memory), GAT_LEFT_MEMORY},
               {offsetof(struct gat_process, mapped), GAT_LEFT_MEMORY},
               {offsetof(struct gat_process, files), GAT_LEFT_FILES},
               {offsetof(struct gat_process, threads), GAT_LEFT_THREADS},
               {offsetof(struct gat_process, children), GAT_LEFT_CHILDREN}};
enum { AMOUNTS = sizeof amounts / sizeof amounts[0] };

uint32_t gat_process_grown(struct gat_process *most, const struct gat_process *now)
{
    uint32_t set = 0;
    for (unsigned k = 0; k < AMOUNTS; k++) {
        uint64_t n = number_of(now, &amounts[k]);
        if (n <= number_of(most, &amounts[k]))
            continue;
        set |= 1u << amounts[k].kind;
        memcpy((char *)most + amounts[k].at, &n, sizeof n);
    }
    return set;
}

/* Does an amount grow in each of the steps, by `least` or more? */
static bool amount_grows(const struct number *amount, const struct gat_process *looks, unsigned n,
                         uint64_t least)
{
    uint64_t first = 0, last = 0;
    for (unsigned k = 1; k < n; k++) {
        uint64_t was = number_of(&looks[k - 1], amount), now = number_of(&looks[k], amount);
        if (now < was + least)
            return false;
        last = now - was;
        first = k == 1 ? last : first;
    }
    return n > 1 && 2 * last >= first;
}

uint32_t gat_process_leaks(const struct gat_process *looks, unsigned n, uint64_t least)
{
    uint32_t set = 0;
    for (unsigned k = 0; k < AMOUNTS; k++)
        if (amount_grows(&amounts[k], looks, n, amounts[k].kind == GAT_LEFT_MEMORY ? least : 1))
            set |= 1u << amounts[k].kind;
    return set;
}

bool gat_memory_opened(const void *at)
{
    return syscall(SYS_faccessat, AT_FDCWD, at, F_OK, 0) == 0 || errno != EFAULT;
}
