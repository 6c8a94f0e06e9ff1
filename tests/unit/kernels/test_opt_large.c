/* test_opt_large.c - opt answers as ref beyond one block, one tile, one thread, one cache.
 *
 * Random shapes from some thousand to some ten thousand elements, and a few of half a
 * million.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opt_questions.h"

static bool gather_one(struct lab *l)
{
    bool good = !gather_question(l) || all_same(l);
    l->c.batch_dims = 0;
    return good;
}

static bool elements_one(struct lab *l, const char *kernel, bool updates)
{
    return !elements_question(l, kernel, updates) || all_same(l);
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

/* Updates that cover all of data, or all but a few elements, and are now and then what opt
 * marks uncovered elements with. */
static void cover(struct lab *l, unsigned k)
{
    static const uint64_t mark = UINT64_C(0x9e3779b99e3779b9);
    const int64_t *shape = l->c.data.shape;
    size_t esize = gat_dtype_size(l->c.data.dtype);
    char *marked = k == 3 || k == 7 ? l->c.updates.data : l->c.data.data;
    l->c.indices.data = l->indices;
    for (int64_t e = 0; e < shape[0] * shape[1] * shape[2]; e++) {
        /* An odd step: each row once per column. */
        int32_t row = (int32_t)((e / shape[2] * 1365 + e) % shape[1]);
        bool last = e % shape[2] == shape[2] - 1 && e / shape[2] / shape[1] % 3 == 2;
        if (k == 8 ? last && row == 8 : k >= 4 && below(l, 20000) == 0)
            row = 7; /* a gap, and two updates of one element */
        memcpy(l->indices + e * 4, &row, 4);
        if (below(l, 40000) == 0)
            memcpy(marked + (size_t)e * esize, &mark, esize);
    }
}

static bool covered_each(struct lab *l)
{
    bool good = true;
    for (unsigned k = 0; good && k < 9; k++) {
        l->c.kernel = ref_kernel_find("scatter_elements");
        types_make(l);
        l->c.data = (struct gat_array){.dtype = k % 4 < 2 ? GAT_F32 : GAT_I64, .ndim = 3};
        l->c.data.shape[0] = k == 4 ? 13 : 1; /* tasks that begin with a panel's narrow tile */
        l->c.data.shape[1] = 4096;
        l->c.data.shape[2] = k == 4 ? 36 : k % 2 == 0 ? 40 : 104;
        if (k == 8) { /* a tile too wide for marks between two narrow ones, the second with a gap */
            l->c.data.shape[0] = 12;
            l->c.data.shape[1] = 95;
            l->c.data.shape[2] = 2096;
        }
        l->c.indices = l->c.updates = l->c.data;
        l->c.indices.dtype = GAT_I32;
        l->c.axis = 1;
        fill(l, &l->c.data, l->data);
        fill(l, &l->c.updates, l->updates);
        cover(l, k);
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

/* So many short elements, number k of a few types and kernels, from a table of 300. */
static void short_make(struct lab *l, unsigned k, int64_t count, enum gat_dtype index,
                       int64_t policy)
{
    static const enum gat_dtype types[] = {GAT_I8, GAT_F16, GAT_F32};
    l->c.kernel = ref_kernel_find(k % 2 == 0 ? "gather" : "gather_elements");
    types_make(l);
    l->rules.value[REF_out_of_range] = policy;
    l->c.updates.ndim = -1;
    l->c.data = (struct gat_array){.dtype = types[k / 2], .ndim = 1, .shape = {300}};
    l->c.indices = (struct gat_array){.dtype = index, .ndim = 1, .shape = {count}};
    l->c.axis = 0;
    fill(l, &l->c.data, l->data);
    fill_indices(l, 300);
}

/* An index far outside, among more than are checked beforehand: nothing is read there, which
 * is no memory of ours. */
static bool stray_each(struct lab *l)
{
    const int32_t far = INT32_MAX - 4;
    bool good = true;
    for (unsigned k = 0; good && k < 6; k++) {
        short_make(l, k, 10000, GAT_I32, REF_OOR_CLAMP);
        memcpy((char *)l->c.indices.data + 9000 * sizeof far, &far, sizeof far);
        good = all_same(l);
    }
    return good;
}

/* Indices from the end are no reason to leave a case to ref. */
static bool own_each(struct lab *l)
{
    bool good = true;
    for (unsigned k = 0; good && k < 24; k++) {
        short_make(l, k / 4, k % 2 == 0 ? 10000 : 20, k % 4 < 2 ? GAT_I32 : GAT_I64, REF_OOR_ERROR);
        memset(l->c.indices.data, 0, sizeof(int64_t)); /* the first element is one that is named */
        unsigned long own = l->own;
        good = all_same(l) && l->own == own + l->contexts;
    }
    return good;
}

/* Is there a thread beside this one?  Where nobody can tell, there is. */
static bool has_threads(void)
{
    unsigned n = 0;
    DIR *d = opendir("/proc/self/task");
    const struct dirent *entry;
    while (d != NULL && (entry = readdir(d)) != NULL)
        n += entry->d_name[0] != '.';
    if (d != NULL)
        closedir(d);
    return d == NULL || n > 1;
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
        good &= has_threads();
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
    ok((blocked_by(main_thread) & (theirs | faults)) == 0, "and the caller blocks none");
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

/* Lines of /proc/self/maps; a thread that nobody waited for keeps its stack. */
static unsigned mappings(void)
{
    unsigned n = 0;
    FILE *f = fopen("/proc/self/maps", "r");
    for (int c; f != NULL && (c = getc(f)) != EOF;)
        n += c == '\n';
    if (f != NULL)
        fclose(f);
    return n;
}

/* A context that is closed leaves nothing of its threads, however often. */
static void closes(struct lab *l)
{
#if defined(__SANITIZE_THREAD__)
    skip("ThreadSanitizer maps memory of its own, and tells itself", "threads are waited for");
    return;
#endif
    enum { TIMES = 60 };
    struct lab one = *l;
    struct opt_setup s;
    char why[200];
    unsigned before = 0;
    bool good = opt_setup_read("threads=3", &s, why, sizeof why);
    s.share_from = s.task_size = 1 << 10;
    one.contexts = 1;
    for (unsigned k = 0; good && k < 2 * TIMES; k++) {
        one.opt[0] = context_open(&s);
        for (unsigned n = 0; good && n < 4; n++)
            good = elements_one(&one, "gather_elements", false);
        opt_stop(one.opt[0]);
        free(one.opt[0]);
        before = k == TIMES ? mappings() : before;
    }
    unsigned after = mappings();
    ok(good && after < before + TIMES / 2, "%u mappings after %d contexts more than the %u before",
       after, TIMES, before);
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
    unsigned rounds = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 200;
    struct lab *l = lab_open();
    bool good[3] = {true, true, true};
    for (unsigned k = 0; k < rounds; k++) {
        good[0] = good[0] && gather_one(l);
        good[1] = good[1] && elements_one(l, "gather_elements", false);
        good[2] = good[2] && elements_one(l, "scatter_elements", true);
    }
    ok(good[0] && rows_each(l) && wide_one(l), "gather: opt answers as ref");
    ok(stray_each(l), "nothing is read where an index outside points");
    ok(own_each(l), "opt takes indices from the end itself");
    ok(good[1] && tall_one(l, "gather_elements", false), "gather_elements: opt answers as ref");
    ok(good[2] && tall_one(l, "scatter_elements", true), "scatter_elements: opt answers as ref");
    ok(covered_each(l), "scatter_elements: updates that cover data, or have gaps");
    if (count <=
        2) { /* a second argument: qemu has threads of its own, and bears none of children */
        signals();
        closes(l);
        forks(l);
    }
    repeats(l);
    lab_close(l);
    return done();
}
