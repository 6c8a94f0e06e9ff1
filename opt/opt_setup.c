/* opt_setup.c - level, threads and cache sizes, by the options and by the machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "opt_pool.h"

/* Made by the linker around the sections that OPT_LEVEL and OPT_KERNEL fill. */
#define OWN __attribute__((visibility("hidden")))
extern const struct opt_level *const __start_opt_levels[] OWN;
extern const struct opt_level *const __stop_opt_levels[] OWN;
extern const struct opt_kernel *const __start_opt_kernels[] OWN;
extern const struct opt_kernel *const __stop_opt_kernels[] OWN;

enum gathers { MEASURED, NEVER, ALWAYS };

static const struct opt_level *level_best(void)
{
    const struct opt_level *best = NULL;
    for (const struct opt_level *const *l = __start_opt_levels; l < __stop_opt_levels; l++)
        if ((best == NULL || (*l)->rank > best->rank) && (*l)->available())
            best = *l;
    return best;
}

static bool level_read(const char *name, size_t length, const struct opt_level **level, char *why,
                       size_t n)
{
    char known[80] = "";
    for (const struct opt_level *const *l = __start_opt_levels; l < __stop_opt_levels; l++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, " %s", (*l)->name);
        if (strlen((*l)->name) != length || memcmp((*l)->name, name, length) != 0)
            continue;
        *level = *l;
        if ((*l)->available())
            return true;
        snprintf(why, n, "this CPU has no %s: leave out level= for the best that it has",
                 (*l)->name);
        return false;
    }
    snprintf(why, n, "there is no level \"%.*s\": it is one of%s", (int)length, name, known);
    return false;
}

static bool threads_read(const char *text, size_t length, unsigned *threads, char *why, size_t n)
{
    unsigned value = 0;
    for (size_t k = 0; k < length && value <= OPT_MOST_THREADS; k++)
        value = text[k] >= '0' && text[k] <= '9' ? value * 10 + (unsigned)(text[k] - '0')
                                                 : OPT_MOST_THREADS + 1;
    *threads = value;
    if (value >= 1 && value <= OPT_MOST_THREADS)
        return true;
    snprintf(why, n, "threads=%.*s: a number from 1 to %d is needed", (int)length, text,
             OPT_MOST_THREADS);
    return false;
}

/* Does it say whether elements are gathered by instructions for that, where the level has them? */
static bool gathers_read(const char *text, size_t length, enum gathers *g)
{
    static const char *const words[] = {[MEASURED] = "measured", [NEVER] = "no", [ALWAYS] = "yes"};
    for (*g = MEASURED; *g <= ALWAYS; (*g)++)
        if (strlen(words[*g]) == length && memcmp(words[*g], text, length) == 0)
            return true;
    return false;
}

static bool option_read(const char *text, size_t length, struct opt_setup *s, enum gathers *g,
                        char *why, size_t n)
{
    if (length > 6 && memcmp(text, "level=", 6) == 0) {
        s->few = 0; /* a level that is named shall compute all that it can */
        return level_read(text + 6, length - 6, &s->level, why, n);
    }
    if (length > 8 && memcmp(text, "threads=", 8) == 0)
        return threads_read(text + 8, length - 8, &s->threads, why, n);
    if (length > 8 && memcmp(text, "gathers=", 8) == 0 && gathers_read(text + 8, length - 8, g))
        return true;
    snprintf(why, n,
             "\"%.*s\" is no option of opt: level=NAME, threads=N and "
             "gathers=measured, yes or no are, with commas between them",
             (int)length, text);
    return false;
}

/* Processors that this process may run on, which a lane of a run pins to one. */
static unsigned processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : count > OPT_MOST_THREADS ? OPT_MOST_THREADS : (unsigned)count;
}

static size_t cache_size(int name, size_t otherwise)
{
    long size = sysconf(name);
    return size > 0 ? (size_t)size : otherwise;
}

static void machine_read(struct opt_setup *s)
{
    size_t last = cache_size(_SC_LEVEL3_CACHE_SIZE, 32 << 20) / 4 * 3;
    size_t most = 24 << 20; /* a larger cache is shared with others */
    s->level = level_best();
    s->threads = processors();
    s->few = OPT_MOST_FEW;
    s->near_size = cache_size(_SC_LEVEL2_CACHE_SIZE, 1 << 20);
    s->last_size = last / 2;
    s->stream_from = last < most ? last : most;
    s->share_from = 1 << 20;
    s->task_size = 256 << 10;
}

bool opt_setup_read(const char *options, struct opt_setup *s, char *why, size_t n)
{
    enum gathers gathers = MEASURED;
    machine_read(s);
    while (*options != '\0') {
        size_t length = strcspn(options, ",");
        if (!option_read(options, length, s, &gathers, why, n))
            return false;
        options += length + (options[length] == ',');
    }
    if (gathers == MEASURED)
        s->level = opt_level_measured(s->level);
    else if (gathers == ALWAYS && s->level->gathering != NULL)
        s->level = s->level->gathering;
    return true;
}

static size_t head_size(unsigned threads)
{
    size_t size = sizeof(struct opt) + threads * sizeof(struct opt_thread);
    return (size + 63) & ~(size_t)63;
}

size_t opt_size(const struct opt_setup *s)
{
    return head_size(s->threads) + s->threads * sizeof(struct opt_scratch);
}

void opt_start(struct opt *o, const struct opt_setup *s)
{
    o->is = *s;
    o->scratch = (struct opt_scratch *)(void *)((char *)o + head_size(s->threads));
    for (const struct opt_kernel *const *k = __start_opt_kernels; k < __stop_opt_kernels; k++)
        o->stands_for[k - __start_opt_kernels] = ref_kernel_find((*k)->name);
}

bool opt_has(const struct ref_kernel *kernel)
{
    for (const struct opt_kernel *const *k = __start_opt_kernels; k < __stop_opt_kernels; k++)
        if (strcmp((*k)->name, kernel->name) == 0)
            return true;
    return false;
}

size_t opt_room(const struct ref_case *c, const struct ref_answer *a)
{
    bool counts =
        ref_reduction_of(c) == REF_MEAN && strcmp(c->kernel->name, "scatter_elements") == 0;
    size_t size = counts ? (size_t)gat_array_count(&a->output) * sizeof(uint32_t) : 0;
    return size <= REF_MOST_SCRATCH ? size : 0;
}

void opt_room_give(struct opt *o, void *room)
{
    o->room = room;
}

bool opt_run(struct opt *o, const struct ref_case *c, const struct ref_answer *a)
{
    if (a->demand != REF_MUST_SUCCEED && a->demand != REF_MAY_EITHER)
        return false;
    for (const struct opt_kernel *const *k = __start_opt_kernels; k < __stop_opt_kernels; k++)
        if (o->stands_for[k - __start_opt_kernels] == c->kernel)
            return (*k)->run(o, c, a);
    return false;
}
