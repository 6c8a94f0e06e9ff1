/* bench_report.c - the figures as a table for people, and as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/machine.h"
#include "bench/bench.h"
#include "bench/bench_contender.h"
#include "bench/bench_report.h"
#include "cli/options.h"

enum { NAME_WIDTH = 40, CELL_WIDTH = 14 };

/* The processor as the system calls it. */
static void machine_name(char *out, size_t size)
{
    struct utsname u;
    if (!gat_proc_text("/proc/cpuinfo", "model name", out, size))
        snprintf(out, size, "%s", uname(&u) == 0 ? u.machine : "unknown");
}

static double gigabytes(const struct gat_bench_row *row, double seconds)
{
    return (double)row->useful / seconds * 1e-9;
}

/* Half of the interval, as a part of the median. */
static double spread(const struct gat_interval *i)
{
    return (i->high - i->low) / 2 / i->median;
}

/* Share of a limit that a cell reaches; < 0 where one of them is missing. */
static double share(const struct gat_bench_row *row, unsigned limit, int cell)
{
    if (cell < 0 || !row->cells[limit].measured || !row->cells[cell].measured)
        return -1;
    return row->cells[limit].seconds.median / row->cells[cell].seconds.median;
}

/* The word for a ratio: faster or slower only where the whole interval says so. */
static const char *judged(const struct gat_interval *ratio)
{
    return ratio->low > 1 ? "faster" : ratio->high < 1 ? "slower" : "even";
}

static void number_print(double value, const char *format, int width)
{
    char text[40] = "-";
    if (value >= 0)
        snprintf(text, sizeof text, format, value);
    printf(" %*s", width, text);
}

static void contenders_print(const struct gat_bench *b)
{
    for (unsigned c = 1; c < b->n; c++) {
        const struct gat_contender *one = &b->contenders[c];
        printf("# %s %s", one->name, one->absent != NULL ? "left out: " : one->version);
        printf("%s%s%s", one->absent != NULL ? one->absent : "", one->note[0] != '\0' ? "; " : "",
               one->note);
        for (unsigned f = 0; f < one->n_forms; f++)
            if (!one->forms[f].checks)
                printf("; %s* does not notice an index outside the axis", one->forms[f].name);
        if (b->level[0] != '\0')
            printf("; %s to %s", gat_contender_level_kept(b, one) ? "kept" : "not kept", b->level);
        puts("");
    }
}

static const char *cell_title(const struct gat_bench_form *f, char *out, size_t size)
{
    snprintf(out, size, "%s%s", f->name, f->checks ? "" : "*");
    return out;
}

void gat_bench_head_print(const struct gat_bench *b)
{
    char machine[200], title[100];
    machine_name(machine, sizeof machine);
    printf("# gatherum %s bench, %s, %u thread%s, %u rounds in an order drawn from seed %llu\n",
           GAT_VERSION, machine, b->threads, b->threads == 1 ? " on one processor" : "s", b->rounds,
           (unsigned long long)b->seed);
    printf("# GB/s of useful bytes, medians with half of their 95 %% interval; every "
           "answer is compared with a plain loop before it is timed\n");
    contenders_print(b);
    printf("%-*s", NAME_WIDTH, "workload");
    for (unsigned c = 0; c < b->n; c++)
        for (unsigned f = 0; f < b->contenders[c].n_forms; f++)
            printf(" %*s", CELL_WIDTH, cell_title(&b->contenders[c].forms[f], title, sizeof title));
    printf("  of memcpy of stream  best checking peer: ratio [95 %%]\n");
    fflush(stdout);
}

static void ratio_print(const struct gat_bench_row *row, int other)
{
    if (row->subject < 0 || other < 0)
        return;
    const struct gat_bench_cell *cell = &row->cells[other];
    printf("  %s: %.2f [%.2f, %.2f] %s", cell->name, cell->ratio.median, cell->ratio.low,
           cell->ratio.high, judged(&cell->ratio));
}

static void counters_print(const struct gat_bench_row *row)
{
    for (unsigned k = 0; k < row->n_cells; k++) {
        const struct gat_bench_cell *cell = &row->cells[k];
        if (!cell->measured || cell->counters[0] < 0)
            continue;
        double useful = (double)row->useful;
        printf("#   %-20s %8.3f cycles/byte %8.3f instructions/byte", cell->name,
               cell->counters[0] / useful, cell->counters[1] / useful);
        if (cell->counters[2] >= 0)
            printf(" %8.3f cache misses/KiB", cell->counters[2] / useful * 1024);
        puts("");
    }
}

void gat_bench_row_print(const struct gat_bench *b, const struct gat_bench_row *row)
{
    printf("%-*s", NAME_WIDTH, row->name);
    if (row->left_out != NULL) {
        printf(" left out: %s\n", row->left_out);
        return;
    }
    for (unsigned k = 0; k < row->n_cells; k++) {
        const struct gat_bench_cell *cell = &row->cells[k];
        char text[40] = "-";
        if (cell->measured)
            snprintf(text, sizeof text, "%.2f ±%2.0f%%", gigabytes(row, cell->seconds.median),
                     spread(&cell->seconds) * 100);
        /* the sign has two bytes and one column */
        printf(" %*s", CELL_WIDTH + (cell->measured ? 1 : 0), text);
    }
    number_print(share(row, GAT_BENCH_MEMCPY, row->subject), "%.2f", 10);
    number_print(share(row, GAT_BENCH_STREAM, row->subject), "%.2f", 9);
    ratio_print(row, row->best_checking);
    printf("%s\n", row->huge ? "" : "  (4 KiB pages)");
    for (unsigned k = 0; k < row->n_cells; k++)
        if (row->cells[k].why != NULL && strcmp(row->cells[k].why, "not claimed") != 0)
            printf("#   %s: %s\n", row->cells[k].name, row->cells[k].why);
    if (b->perf)
        counters_print(row);
    fflush(stdout);
}

/* ---- the sum of it ---- */

struct summary {
    unsigned n, faster, slower;
    double log_sum, least;
    const char *least_row;
};

/* The rival that a summary compares the subject with. */
enum rival { BEST_CHECKING = -2, BEST = -1 }; /* or the number of a cell, the same in all rows */

static int rival_of(const struct gat_bench_row *row, int rival)
{
    if (rival == BEST_CHECKING)
        return row->best_checking;
    if (rival == BEST)
        return row->best;
    return rival < (int)row->n_cells && row->cells[rival].measured ? rival : -1;
}

static struct summary summary_make(const struct gat_bench *b, int rival)
{
    struct summary s = {.least = INFINITY};
    for (unsigned r = 0; r < b->n_rows; r++) {
        const struct gat_bench_row *row = &b->rows[r];
        if (row->left_out != NULL || row->subject < 0 || rival_of(row, rival) < 0)
            continue;
        const struct gat_interval *i = &row->cells[rival_of(row, rival)].ratio;
        s.n++;
        s.faster += i->low > 1;
        s.slower += i->high < 1;
        s.log_sum += log(i->median);
        if (i->median < s.least) {
            s.least = i->median;
            s.least_row = row->name;
        }
    }
    return s;
}

static void summary_print(const struct gat_bench *b, int rival, const char *name)
{
    struct summary s = summary_make(b, rival);
    if (s.n == 0)
        return;
    printf("# %s / %s: geometric mean %.2f, least %.2f (%s); %u rows: %u faster, %u even, "
           "%u slower\n",
           b->contenders[1].name, name, exp(s.log_sum / s.n), s.least, s.least_row, s.n, s.faster,
           s.n - s.faster - s.slower, s.slower);
}

/* The next form of somebody other than the subject and the limits, after cell number `k`: its
 * number, and its name in *name; -1: there is none. */
static int peer_next(const struct gat_bench *b, int k, const char **name)
{
    int cell = 0;
    for (unsigned c = 0; c < b->n; c++)
        for (unsigned f = 0; f < b->contenders[c].n_forms; f++, cell++) {
            const struct gat_bench_form *form = &b->contenders[c].forms[f];
            *name = form->name;
            if (cell > k && c > GAT_BENCH_LIMITS + 1 && !form->limit)
                return cell;
        }
    return -1;
}

void gat_bench_tail_print(const struct gat_bench *b)
{
    bool huge = true, measured = false;
    for (unsigned r = 0; r < b->n_rows; r++) {
        measured |= b->rows[r].left_out == NULL;
        huge &= b->rows[r].huge || b->rows[r].left_out != NULL;
    }
    const char *name;
    summary_print(b, BEST_CHECKING, "best checking peer");
    summary_print(b, BEST, "best peer");
    for (int k = peer_next(b, -1, &name); k >= 0; k = peer_next(b, k, &name))
        summary_print(b, k, name);
    if (measured)
        printf("# buffers: private, %s pages%s; instructions: %s\n",
               huge ? "2 MiB" : "partly 4 KiB", huge ? "" : " (rows that say so)",
               b->level[0] != '\0' ? b->level : "the best that each has");
    if (b->perf && b->contenders[0].counter_fds[0] < 0)
        puts("# --perf: not supported here (perf_event_open is refused or there are no "
             "counters)");
}

/* ---- JSON ---- */

static json_t *interval_json(const struct gat_interval *i)
{
    return json_pack("{s:f, s:f, s:f}", "median", i->median, "low", i->low, "high", i->high);
}

static json_t *cell_json(const struct gat_bench_row *row, unsigned k)
{
    const struct gat_bench_cell *cell = &row->cells[k];
    json_t *j = json_pack("{s:s, s:b, s:b}", "name", cell->name, "checks", (int)cell->checks,
                          "limit", (int)cell->reference);
    if (!cell->measured) {
        json_object_set_new(j, "left_out", json_string(cell->why == NULL ? "" : cell->why));
        return j;
    }
    struct gat_interval speed = {gigabytes(row, cell->seconds.median),
                                 gigabytes(row, cell->seconds.high),
                                 gigabytes(row, cell->seconds.low)};
    json_object_set_new(j, "seconds", interval_json(&cell->seconds));
    json_object_set_new(j, "gigabytes_per_second", interval_json(&speed));
    json_object_set_new(j, "of_memcpy", json_real(share(row, GAT_BENCH_MEMCPY, (int)k)));
    json_object_set_new(j, "of_stream", json_real(share(row, GAT_BENCH_STREAM, (int)k)));
    if (row->subject >= 0 && (int)k != row->subject && !cell->reference) {
        json_object_set_new(j, "ratio", interval_json(&cell->ratio));
        json_object_set_new(j, "verdict", json_string(judged(&cell->ratio)));
    }
    static const char *const names[3] = {"cycles", "instructions", "cache_misses"};
    for (int c = 0; c < 3; c++)
        if (cell->counters[0] > 0 && cell->counters[c] >= 0)
            json_object_set_new(j, names[c], json_real(cell->counters[c]));
    return j;
}

static json_t *row_json(const struct gat_bench_row *row)
{
    json_t *j =
        json_pack("{s:s, s:I}", "workload", row->name, "useful_bytes", (json_int_t)row->useful);
    if (row->left_out != NULL) {
        json_object_set_new(j, "left_out", json_string(row->left_out));
        return j;
    }
    json_t *cells = json_array();
    for (unsigned k = 0; k < row->n_cells; k++)
        json_array_append_new(cells, cell_json(row, k));
    json_object_set_new(j, "page_bytes", json_integer(row->huge ? 2 << 20 : 4096));
    json_object_set_new(j, "cells", cells);
    return j;
}

static json_t *summary_json(const struct gat_bench *b, int rival)
{
    struct summary s = summary_make(b, rival);
    return s.n == 0 ? json_null()
                    : json_pack("{s:f, s:f, s:s, s:i, s:i, s:i}", "geometric_mean",
                                exp(s.log_sum / s.n), "least", s.least, "least_row", s.least_row,
                                "rows", (int)s.n, "faster", (int)s.faster, "slower", (int)s.slower);
}

/* The instruction sets of x86-64 that loops are written for, where the processor has them. */
static json_t *vectors_json(void)
{
    json_t *list = json_array();
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        json_array_append_new(list, json_string("AVX2"));
    if (__builtin_cpu_supports("avx512f"))
        json_array_append_new(list, json_string("AVX-512"));
#endif
    return list;
}

/* What a figure rests on; caches as the C library tells them, where it does. */
static json_t *hardware_json(void)
{
    static const struct {
        const char *name;
        int number;
    } levels[] = {{"L1d", _SC_LEVEL1_DCACHE_SIZE},
                  {"L2", _SC_LEVEL2_CACHE_SIZE},
                  {"L3", _SC_LEVEL3_CACHE_SIZE}};
    struct utsname u;
    char memory[64];
    json_t *caches = json_object(), *j;
    for (unsigned k = 0; k < sizeof levels / sizeof levels[0]; k++)
        if (sysconf(levels[k].number) > 0)
            json_object_set_new(caches, levels[k].name, json_integer(sysconf(levels[k].number)));
    j = json_pack("{s:I, s:o, s:o}", "processors", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN),
                  "vectors", vectors_json(), "caches", caches);
    if (gat_proc_text("/proc/meminfo", "MemTotal", memory, sizeof memory))
        json_object_set_new(j, "memory", json_string(memory));
    if (uname(&u) == 0)
        json_object_set_new(j, "system",
                            json_sprintf("%s %s %s", u.sysname, u.release, u.machine));
    return j;
}

int gat_bench_json(const struct gat_bench *b)
{
    char machine[200];
    machine_name(machine, sizeof machine);
    json_t *rows = json_array(), *contenders = json_array(), *each = json_object();
    const char *name;
    for (int k = peer_next(b, -1, &name); k >= 0; k = peer_next(b, k, &name))
        json_object_set_new(each, name, summary_json(b, k));
    for (unsigned r = 0; r < b->n_rows; r++)
        json_array_append_new(rows, row_json(&b->rows[r]));
    for (unsigned c = 1; c < b->n; c++) {
        const struct gat_contender *one = &b->contenders[c];
        json_array_append_new(contenders,
                              json_pack("{s:s, s:s, s:s*, s:s, s:s, s:b}", "name", one->name,
                                        "version", one->version, "left_out", one->absent, "note",
                                        one->note, "level", one->level, "level_kept",
                                        (int)gat_contender_level_kept(b, one)));
    }
    json_t *j = json_pack("{s:s, s:s, s:i, s:i, s:I, s:b, s:o, s:o, s:o, s:o, s:o}", "gatherum",
                          GAT_VERSION, "machine", machine, "threads", (int)b->threads, "rounds",
                          (int)b->rounds, "seed", (json_int_t)b->seed, "quick", (int)b->quick,
                          "contenders", contenders, "rows", rows, "against_checking_peers",
                          summary_json(b, BEST_CHECKING), "against_all_peers",
                          summary_json(b, BEST), "against_each", each);
    json_object_set_new(j, "hardware", hardware_json());
    if (b->level[0] != '\0')
        json_object_set_new(j, "level", json_string(b->level));
    int code = j == NULL || json_dumpf(j, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) != 0 ||
               puts("") < 0;
    json_decref(j);
    return code == 0 ? GAT_EXIT_CONFORMING
                     : gat_complain(GAT_EXIT_OURS, "the figures could not be written");
}
