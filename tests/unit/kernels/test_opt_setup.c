/* test_opt_setup.c - options of opt, in the words that refuse them, and its memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdlib.h>

#include "opt.h"
#include "opt_pool.h"
#include "tap.h"

static struct opt_setup s;
static char why[200];

static bool is_read(const char *options)
{
    why[0] = '\0';
    return opt_setup_read(options, &s, why, sizeof why);
}

static void refuses(const char *options, const char *words)
{
    ok(!is_read(options), "\"%s\" is refused", options);
    is_text(why, words, "in these words");
}

#define NO_OPTION(text)                                                                   \
    "\"" text "\" is no option of opt: level=NAME, threads=N and gathers=measured, yes or " \
    "no are, with commas between them"
#define NO_NUMBER(text) "threads=" text ": a number from 1 to 256 is needed"

static void words(void)
{
    refuses("level=", NO_OPTION("level="));
    refuses("threads=", NO_OPTION("threads="));
    refuses("gathers=", NO_OPTION("gathers="));
    refuses("gathers=maybe", NO_OPTION("gathers=maybe"));
    refuses("gathers=n", NO_OPTION("gathers=n"));
    refuses("gathers=not", NO_OPTION("gathers=not"));
    refuses("threads=2,speed=3,level=base", NO_OPTION("speed=3"));
    refuses(",", NO_OPTION(""));
    refuses("threads=0", NO_NUMBER("0"));
    refuses("threads=257", NO_NUMBER("257"));
    refuses("threads=2560", NO_NUMBER("2560"));
    refuses("threads=1x,level=base", NO_NUMBER("1x"));
    refuses("threads=1/", NO_NUMBER("1/"));
    refuses("threads=1:", NO_NUMBER("1:"));
    refuses("threads=-1", NO_NUMBER("-1"));
    refuses("threads=42949672970", NO_NUMBER("42949672970"));
    for (unsigned k = 0; k < 3; k++) {
        static const char *const names[] = {"bas", "basf", "based"};
        char options[20], begins[80];
        snprintf(options, sizeof options, "level=%s", names[k]);
        snprintf(begins, sizeof begins, "there is no level \"%s\": it is one of ", names[k]);
        ok(!is_read(options) && strncmp(why, begins, strlen(begins)) == 0 &&
               strstr(why + strlen(begins) - 1, " base") != NULL && strstr(why, "  ") == NULL,
           "a level that is none: %s", why);
    }
}

/* Threads as many as asked for, or as processors that the process may run on. */
static void threads(void)
{
    cpu_set_t were, one;
    ok(is_read("threads=120") && s.threads == 120, "as many as are asked for");
    ok(is_read("threads=9,") && s.threads == 9, "a comma may end what is asked for");
    ok(is_read("threads=256") && s.threads == OPT_MOST_THREADS, "as many as there may be");
    sched_getaffinity(0, sizeof were, &were);
    ok(is_read("") && (int)s.threads == CPU_COUNT(&were), "one for each processor");
    size_t first = 0;
    while (!CPU_ISSET(first, &were))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
    ok(is_read("") && s.threads == 1, "one for the only one");
    sched_setaffinity(0, sizeof were, &were);
}

/* The best level that the machine has, or the one that is asked for. */
static void levels(void)
{
    static const char *const names[] = {"base", "avx2", "avx512", "neon"};
    static char none[] = "this CPU has no ", least[] = "there is no level ";
    ok(is_read("gathers=no") && s.level->available(), "level %s is the best here", s.level->name);
    ok(s.few == OPT_MOST_FEW, "which does not take a few rows");
    const struct opt_level *best = s.level;
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++) {
        char options[40];
        snprintf(options, sizeof options, "threads=3,level=%s,gathers=no", names[k]);
        if (!is_read(options)) {
            ok(strncmp(why, none, strlen(none)) == 0 || strncmp(why, least, strlen(least)) == 0,
               "%s: %s", names[k], why);
            continue;
        }
        const struct opt_level *plain = s.level;
        is_text(plain->name, names[k], "the level that is asked for");
        ok(plain->rank <= best->rank && s.few == 0 && s.threads == 3, "takes all rows");
        snprintf(options, sizeof options, "gathers=yes,level=%s", names[k]);
        ok(is_read(options) && s.level == (plain->gathering != NULL ? plain->gathering : plain),
           "gathers if it can");
        snprintf(options, sizeof options, "level=%s,gathers=measured", names[k]);
        ok(is_read(options) && (s.level == plain || s.level == plain->gathering),
           "or as is faster");
    }
}

/* The context, the threads and their scratch lie one after the other. */
static void memory(void)
{
    for (unsigned n = 1; n <= 4; n++) {
        s.threads = n;
        size_t size = opt_size(&s);
        char *memory = aligned_alloc(64, size);
        struct opt *o = memset(memory, 0, size);
        opt_start(o, &s);
        size_t head = (size_t)((char *)o->scratch - memory);
        size_t needs = sizeof *o + n * sizeof o->thread[0];
        ok(size % 64 == 0 && head % 64 == 0 && head >= needs && head < needs + 64 &&
               head + n * sizeof *o->scratch == size,
           "%u threads take %zu bytes", n, size);
        free(memory);
    }
}

static void kernels(void)
{
    static const char own[] = " gather gather_elements scatter_elements gather_nd scatter_nd "
                              "scatter_slices take put ";
    const struct ref_kernel *kernel;
    for (size_t k = 0; (kernel = ref_kernel_at(k)) != NULL; k++) {
        char word[60];
        snprintf(word, sizeof word, " %s ", kernel->name);
        ok(opt_has(kernel) == (strstr(own, word) != NULL), "%s", kernel->name);
    }
}

static size_t room(const char *kernel, enum ref_reduction how, int64_t count)
{
    struct ref_rules rules = {{0}};
    struct ref_case c = {.kernel = ref_kernel_find(kernel), .rules = &rules,
                         .reduction = (int64_t)how + 1};
    struct ref_answer a = {.output = {.dtype = GAT_I8, .ndim = 1, .shape = {count}}};
    return opt_room(&c, &a);
}

static void rooms(void)
{
    const int64_t most = REF_MOST_SCRATCH / 4;
    ok(room("scatter_elements", REF_MEAN, 7) == 28, "a count for each element of a mean");
    ok(room("scatter_elements", REF_ADD, 7) == 0, "none for a sum");
    ok(room("scatter_nd", REF_MEAN, 7) == 0, "nor where ref computes the mean");
    ok(room("scatter_elements", REF_MEAN, most) == REF_MOST_SCRATCH, "as much as a call may have");
    ok(room("scatter_elements", REF_MEAN, most + 1) == 0, "and no more");
}

int main(void)
{
    words();
    threads();
    levels();
    memory();
    kernels();
    rooms();
    return done();
}
