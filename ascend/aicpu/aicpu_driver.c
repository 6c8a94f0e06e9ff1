/* aicpu_driver.c - run AICPU kernels of an Ascend library, one request after the other.
 *
 * usage: aicpu_driver LIBRARY LINE INPUTS OUTPUTS, the last three being open descriptors: a
 * stream of requests and answers, and two pieces of shared memory.  It is a program for
 * 64-bit Arm, as the library is, and runs under qemu-aarch64; backends/aicpu.py is at the
 * other end and knows the operators.  Here an operand is bytes: the kernel gets a copy of
 * them that lies against memory which cannot be touched, after it in one call and before it
 * in the next, and cannot write to inputs.  What breaks that ends the process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPERANDS = 8, MOST_BYTES = 1 << 20, GUARD = 1 << 16, SMALLEST = 1 << 20 };
enum { IN_INPUTS, IN_OUTPUTS, IN_REQUEST };

/* A request is three numbers, the operands, the parameters of the kernel, and what lies in
 * the request itself.  All numbers are those of this machine, whose order of bytes is that
 * of the other end. */
struct operand {
    uint64_t where, at, size;
};
struct request {
    uint64_t n_operands, param_size, extra_size;
};
struct answer {
    uint32_t code; /* of the kernel; before the first request 0, when all is ready */
};

/* Room for one operand between two guards; it grows and is kept. */
struct window {
    char *base;
    size_t size;
};

/* The argument of a kernel: this head, the addresses, the number of bytes of the parameters, the
 * parameters. */
struct __attribute__((packed)) head {
    uint32_t length, n_addresses, extra_length;
    uint64_t extra_address;
};

/* ---- what the library takes from the system that loads it ---- */

#define EXPORTED __attribute__((visibility("default")))
EXPORTED int snprintf_s(char *to, size_t size, size_t count, const char *format, ...);
EXPORTED int vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list args);
EXPORTED int vsnprintf_truncated_s(char *to, size_t size, const char *format, va_list args);

int vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list args)
{
    if (to == NULL || size == 0)
        return -1;
    int n = vsnprintf(to, count < size ? count + 1 : size, format, args);
    return n < 0 || (size_t)n > count || (size_t)n >= size ? -1 : n;
}

int snprintf_s(char *to, size_t size, size_t count, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf_s(to, size, count, format, args);
    va_end(args);
    return n;
}

int vsnprintf_truncated_s(char *to, size_t size, const char *format, va_list args)
{
    if (to == NULL || size == 0)
        return -1;
    int n = vsnprintf(to, size, format, args);
    return n >= 0 && (size_t)n >= size ? (int)size - 1 : n;
}

/* ---- the line ---- */

_Noreturn static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* False at the end of the line, which is how the other end says goodbye. */
static int take(int line, void *to, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = read(line, (char *)to + done, size - done);
        if (n <= 0)
            return 0;
        done += (size_t)n;
    }
    return 1;
}

static void give(int line, const void *from, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = write(line, (const char *)from + done, size - done);
        if (n <= 0)
            exit(1);
        done += (size_t)n;
    }
}

/* ---- memory ---- */

struct shared {
    char *map;
    size_t size;
};

static struct shared shared_map(int file, int protection)
{
    struct stat s;
    if (fstat(file, &s) != 0)
        fail("a descriptor is not open");
    struct shared m = {.size = (size_t)s.st_size};
    m.map = mmap(NULL, m.size, protection, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (m.map == MAP_FAILED)
        fail("shared memory cannot be mapped");
    return m;
}

static void window_make(struct window *w, size_t size)
{
    size_t room = w->size == 0 ? SMALLEST : w->size;
    while (room < size)
        room *= 2;
    if (room == w->size)
        return;
    if (w->base != NULL)
        munmap(w->base - GUARD, w->size + 2 * GUARD);
    char *at =
        mmap(NULL, room + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        fail("no memory for an operand");
    *w = (struct window){.base = at + GUARD, .size = room};
    mprotect(w->base, room, PROT_READ | PROT_WRITE);
}

/* The pages of an operand, and no others of its window. */
static void pages_protect(char *at, size_t size, int protection)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)at % page;
    mprotect(at - first, first + size, protection);
}

/* ---- a call ---- */

struct machine {
    int line;
    uint32_t (*kernel)(void *param);
    struct shared inputs, outputs;
    struct window windows[MOST_OPERANDS];
    uint64_t calls;
};

/* Where the bytes of an operand are at the other end. */
static char *bytes_of(const struct machine *m, const struct operand *o, char *extra,
                      uint64_t extra_size)
{
    const struct shared in_request = {extra, extra_size};
    const struct shared *all[] = {&m->inputs, &m->outputs, &in_request};
    if (o->where > IN_REQUEST || o->at > all[o->where]->size ||
        o->size > all[o->where]->size - o->at)
        fail("an operand lies outside its memory");
    return all[o->where]->map + o->at;
}

static void param_write(char *param, const struct request *r, char *const *addresses,
                        const char *def)
{
    struct head h = {.n_addresses = (uint32_t)r->n_operands};
    uint32_t size = (uint32_t)r->param_size;
    h.length = (uint32_t)(sizeof h + 8 * r->n_operands + sizeof size + r->param_size);
    memcpy(param, &h, sizeof h);
    memcpy(param + sizeof h, addresses, 8 * r->n_operands);
    memcpy(param + sizeof h + 8 * r->n_operands, &size, sizeof size);
    memcpy(param + sizeof h + 8 * r->n_operands + sizeof size, def, r->param_size);
}

static void call_make(struct machine *m, const struct request *r, const struct operand *all,
                      char *rest)
{
    static char param[MOST_BYTES + 256];
    char *there[MOST_OPERANDS], *here[MOST_OPERANDS], *extra = rest + r->param_size;
    for (uint64_t k = 0; k < r->n_operands; k++) {
        struct window *w = &m->windows[k];
        there[k] = bytes_of(m, &all[k], extra, r->extra_size);
        window_make(w, all[k].size); /* no more than lies there */
        here[k] = m->calls % 2 == 0 ? w->base + w->size - all[k].size : w->base;
        pages_protect(here[k], all[k].size, PROT_READ | PROT_WRITE);
        memcpy(here[k], there[k], all[k].size);
        if (all[k].where != IN_OUTPUTS)
            pages_protect(here[k], all[k].size, PROT_READ);
    }
    m->calls++;
    param_write(param, r, here, rest);
    struct answer a = {.code = m->kernel(param)};
    for (uint64_t k = 0; k < r->n_operands; k++)
        if (all[k].where == IN_OUTPUTS)
            memcpy(there[k], here[k], all[k].size);
    give(m->line, &a, sizeof a);
}

static int request_serve(struct machine *m)
{
    static char rest[MOST_BYTES];
    struct request r;
    struct operand all[MOST_OPERANDS];
    if (!take(m->line, &r, sizeof r))
        return 0;
    if (r.n_operands > MOST_OPERANDS || r.param_size > MOST_BYTES ||
        r.extra_size > MOST_BYTES - r.param_size)
        fail("a request is too large");
    if (!take(m->line, all, r.n_operands * sizeof *all) ||
        !take(m->line, rest, r.param_size + r.extra_size))
        return 0;
    call_make(m, &r, all, rest);
    return 1;
}

static int descriptor(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        fail("usage: aicpu_driver LIBRARY LINE INPUTS OUTPUTS");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    void *library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL)
        fail(dlerror());
    struct machine m = {.line = descriptor(argv[2])};
    void *symbol = dlsym(library, "RunCpuKernel");
    if (symbol == NULL)
        fail("the library has no RunCpuKernel");
    memcpy(&m.kernel, &symbol, sizeof symbol);
    m.inputs = shared_map(descriptor(argv[3]), PROT_READ);
    m.outputs = shared_map(descriptor(argv[4]), PROT_READ | PROT_WRITE);
    /* Nobody reads what is printed from now on, also by the emulator. */
    int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, 2);
    give(m.line, &(struct answer){0}, sizeof(struct answer));
    while (request_serve(&m))
        continue;
    return 0;
}
