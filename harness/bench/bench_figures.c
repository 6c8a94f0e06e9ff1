/* bench_figures.c - medians, their intervals, and who is faster than whom.
 *
 * Intervals come from order statistics: the r-th smallest and r-th largest of n
 * samples hold the median between them with a probability that only n and r decide,
 * whatever the spread looks like. Ratios are paired: both samples of one round.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_contender.h"
#include "bench/bench_figures.h"

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double gat_median(double *values, unsigned n)
{
    if (n > 0)
        qsort(values, n, sizeof *values, by_value);
    return n > 0 ? values[n / 2] : 0;
}

/* How many samples may lie outside on each side of a 95 % interval of the median:
 * the most r with P(fewer than r of n below it) <= 2.5 %. */
static unsigned rank_outside(unsigned n)
{
    double chance = 1, sum = 0; /* of exactly k of n below, of at most k */
    for (unsigned k = 0; k < n; k++)
        chance /= 2;
    for (unsigned k = 0; k < n; k++) {
        sum += chance;
        if (sum > 0.025)
            return k;
        chance = chance * (n - k) / (k + 1);
    }
    return 0;
}

static struct gat_interval interval_of(const double *values, unsigned n)
{
    double sorted[GAT_BENCH_ROUNDS];
    memcpy(sorted, values, n * sizeof *values);
    qsort(sorted, n, sizeof *sorted, by_value);
    unsigned r = rank_outside(n);
    r = r > 0 ? r - 1 : 0;
    return (struct gat_interval){
        .median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
        .low = sorted[r],
        .high = sorted[n - 1 - r],
    };
}

static void cell_make(const struct gat_bench *b, const struct gat_contender *c,
                      const struct gat_bench_form *f, struct gat_bench_cell *cell)
{
    *cell = (struct gat_bench_cell){
        .name = f->name,
        .checks = f->checks,
        .reference = c->reference || f->limit,
        .measured = f->in_row,
        .why = f->why,
    };
    if (!f->in_row)
        return;
    cell->seconds = interval_of(f->seconds, b->rounds);
    for (int k = 0; k < 3; k++)
        cell->counters[k] = f->counters[k] < 0 ? -1 : f->counters[k] / b->rounds;
}

static void ratios_make(const struct gat_bench *b, struct gat_bench_row *row,
                        const double *const *seconds)
{
    double ratio[GAT_BENCH_ROUNDS];
    for (unsigned k = 0; k < row->n_cells && row->subject >= 0; k++) {
        for (unsigned r = 0; r < b->rounds && row->cells[k].measured; r++)
            ratio[r] = seconds[k][r] / seconds[row->subject][r];
        if (row->cells[k].measured)
            row->cells[k].ratio = interval_of(ratio, b->rounds);
    }
}

static bool beats(const struct gat_bench_row *row, unsigned k, int best)
{
    return best < 0 || row->cells[k].seconds.median < row->cells[best].seconds.median;
}

void gat_bench_row_make(struct gat_bench *b, const struct gat_workload *w,
                        struct gat_bench_row *row)
{
    const double *seconds[GAT_BENCH_CONTENDERS * GAT_BENCH_FORMS];
    *row = (struct gat_bench_row){.name = w->name,
                                  .useful = w->useful,
                                  .huge = true,
                                  .subject = -1,
                                  .best = -1,
                                  .best_checking = -1};
    for (unsigned c = 0; c < b->n; c++)
        for (unsigned f = 0; f < b->contenders[c].n_forms; f++) {
            const struct gat_bench_form *form = &b->contenders[c].forms[f];
            unsigned k = row->n_cells++;
            cell_make(b, &b->contenders[c], form, &row->cells[k]);
            seconds[k] = form->seconds;
            row->huge &= !form->in_row || b->contenders[c].huge;
            if (c == GAT_BENCH_LIMITS || !form->in_row || form->limit)
                continue;
            if (c == GAT_BENCH_LIMITS + 1)
                row->subject = (int)k;
            if (c == GAT_BENCH_LIMITS + 1 || !gat_contender_level_kept(b, &b->contenders[c]))
                continue;
            if (beats(row, k, row->best))
                row->best = (int)k;
            if (form->checks && beats(row, k, row->best_checking))
                row->best_checking = (int)k;
        }
    ratios_make(b, row, seconds);
}
