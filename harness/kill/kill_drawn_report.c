/* kill_drawn_report.c - the score of drawn faults by class, with its interval, and who survived.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kill/kill_drawn_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/verdict.h"

enum { MOST_CLASSES = 64 };

struct gat_share gat_share_of(unsigned k, unsigned n)
{
    const double z = 1.959963984540054;
    struct gat_share s = {.k = k, .n = n, .low = 0, .high = 100};
    if (n == 0)
        return s;
    double p = (double)k / n, zz = z * z / n;
    double middle = (p + zz / 2) / (1 + zz);
    double half = z * sqrt(p * (1 - p) / n + zz / (4.0 * n)) / (1 + zz);
    s.share = 100 * p;
    s.low = k == 0 ? 0 : 100 * (middle - half);
    s.high = k == n ? 100 : 100 * (middle + half);
    return s;
}

/* Faults by what they have in common. */
struct class {
    const char *name;
    unsigned drawn, unwitnessed, judged, killed;
};
struct classes {
    const char *title;
    unsigned n;
    struct class all[MOST_CLASSES];
};

static void class_add(struct classes *c, const char *name, const struct gat_drawn_fault *f)
{
    unsigned k = 0;
    while (k < c->n && strcmp(c->all[k].name, name) != 0)
        k++;
    if (k == MOST_CLASSES)
        return;
    if (k == c->n)
        c->all[c->n++].name = name;
    c->all[k].drawn++;
    c->all[k].unwitnessed += !f->witnessed;
    c->all[k].judged += f->judged;
    c->all[k].killed += f->judged && f->killed;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct class *)a)->name, ((const struct class *)b)->name);
}

enum { TABLES = 5 };

static void classes_make(const struct gat_drawn *d, struct classes *out)
{
    static const char *const titles[TABLES] = {"all", "conditions", "effect", "condition",
                                               "operator"};
    static const char *const counts[] = {"none", "one", "two", "three"};
    for (unsigned t = 0; t < TABLES; t++)
        out[t] = (struct classes){.title = titles[t]};
    for (unsigned j = 0; j < d->n_done; j++) {
        const struct gat_drawn_fault *f = &d->faults[j];
        if (f->options == NULL)
            continue;
        class_add(&out[0], "all", f);
        class_add(&out[1], counts[f->n_conditions], f);
        class_add(&out[2], f->kind, f);
        for (unsigned k = 0; k < f->n_conditions; k++)
            class_add(&out[3], f->conditions[k], f);
        class_add(&out[4], f->op, f);
    }
    for (unsigned t = 2; t < TABLES; t++)
        qsort(out[t].all, out[t].n, sizeof out[t].all[0], by_name);
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The time within which p of a hundred killed faults were killed. */
static double time_of(const struct gat_drawn *d, double p)
{
    struct gat_arena a = {0};
    double *ms = GAT_NEW_N(&a, double, d->n_done + 1);
    unsigned n = 0;
    for (unsigned j = 0; j < d->n_done; j++)
        if (d->faults[j].judged && d->faults[j].killed)
            ms[n++] = d->faults[j].ms;
    if (n > 0)
        qsort(ms, n, sizeof *ms, by_number);
    double at = n > 0 ? ms[(unsigned)(p / 100 * (n - 1))] : 0;
    gat_arena_free(&a);
    return at;
}

static void table_print(const struct classes *c)
{
    printf("\n%-18s %7s %12s %8s %8s  %s\n", c->title, "drawn", "no witness", "judged", "killed",
           "in 100, with its 95 % interval");
    for (unsigned k = 0; k < c->n; k++) {
        const struct class *x = &c->all[k];
        struct gat_share s = gat_share_of(x->killed, x->judged);
        printf("%-18s %7u %12u %8u %8u  %5.1f  %5.1f to %5.1f\n", x->name, x->drawn, x->unwitnessed,
               x->judged, x->killed, s.share, s.low, s.high);
    }
}

/* The number of killed faults whose first diagnosis names that effect. */
static unsigned named_count(const struct gat_drawn *d, enum gat_named named, unsigned *killed)
{
    unsigned n = 0;
    *killed = 0;
    for (unsigned j = 0; j < d->n_done; j++) {
        const struct gat_drawn_fault *f = &d->faults[j];
        *killed += f->judged && f->killed;
        n += f->judged && f->killed && f->named == named;
    }
    return n;
}

static void named_print(const struct gat_drawn *d)
{
    unsigned killed, effect = named_count(d, GAT_NAMED_EFFECT, &killed);
    unsigned other = named_count(d, GAT_NAMED_OTHER, &killed);
    double each = killed > 0 ? 100.0 / killed : 0;
    printf("\nthe first diagnosis names the effect in %.1f of 100 kills (%u), another effect in "
           "%.1f (%u)\n", effect * each, effect, other * each, other);
}

void gat_drawn_print(const struct gat_drawn *d)
{
    struct gat_arena a = {0};
    struct classes *tables = GAT_NEW_N(&a, struct classes, TABLES);
    const char *kind = d->kills->options->kind;
    printf("gatherum %s, seed %" PRIu64 ", %u of %u faults%s%s drawn\n", GAT_VERSION,
           d->kills->seed, d->n_done, d->n, kind != NULL ? " of class " : "",
           kind != NULL ? kind : "");
    for (unsigned j = 0; j < d->n_done; j++) {
        const struct gat_drawn_fault *f = &d->faults[j];
        if (f->error != NULL)
            printf("NOT JUDGED %u: %s: %s\n", j, f->options != NULL ? f->options : "", f->error);
        else if (!f->witnessed)
            printf("no witness %u: %s (%s)\n", j, f->options, f->witness);
        else if (!f->killed)
            printf("survived   %u: %s (%s; %s)\n", j, f->options, f->witness, f->how);
    }
    classes_make(d, tables);
    for (unsigned t = 0; t < TABLES; t++)
        table_print(&tables[t]);
    gat_arena_free(&a);
    named_print(d);
    printf("time to the first kill: median %.0f ms, 90 of 100 within %.0f ms, the last %.0f ms\n",
           time_of(d, 50), time_of(d, 90), time_of(d, 100));
    if (d->control_failed > 0)
        printf("THE CONTROL FAILS in %lu cases, the first %s\n", d->control_failed,
               d->control_first);
    else
        printf("the plug-in without a fault passes all %lu cases of the points that killed\n",
               d->control_judged);
    printf("%.1f s\n", d->seconds);
}

static json_t *table_json(const struct classes *c)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < c->n; k++) {
        const struct class *x = &c->all[k];
        struct gat_share s = gat_share_of(x->killed, x->judged);
        json_array_append_new(list, json_pack("{s:s,s:i,s:i,s:i,s:i,s:f,s:f,s:f}", "name", x->name,
                                              "drawn", (int)x->drawn, "unwitnessed",
                                              (int)x->unwitnessed, "judged", (int)x->judged,
                                              "killed", (int)x->killed, "share", s.share, "low",
                                              s.low, "high", s.high));
    }
    return list;
}

static json_t *fault_json(const struct gat_drawn_fault *f, unsigned number)
{
    static const char *const named[] = {"nothing", "effect", "other"};
    return json_pack("{s:i,s:s,s:s,s:b,s:b,s:s,s:s,s:s,s:s,s:s,s:s}", "number", (int)number,
                     "fault",
                     f->options != NULL ? f->options : "", "witness",
                     f->witness != NULL ? f->witness : "", "witnessed", f->witnessed, "killed",
                     f->judged && f->killed, "effect", f->effect != NULL ? f->effect : "",
                     "verdict", f->killed ? gat_verdict_name(f->verdict) : "", "first",
                     f->first != NULL ? f->first : "", "diagnosis",
                     f->diagnosis != NULL ? f->diagnosis : "", "names",
                     f->judged && f->killed ? named[f->named] : "", "error",
                     f->error != NULL ? f->error : "");
}

json_t *gat_drawn_json(const struct gat_drawn *d)
{
    char seed[24], suite[24];
    struct gat_arena a = {0};
    struct classes *tables = GAT_NEW_N(&a, struct classes, TABLES);
    json_t *faults = json_array(), *classes = json_object();
    unsigned killed;
    int effect = (int)named_count(d, GAT_NAMED_EFFECT, &killed);
    int other = (int)named_count(d, GAT_NAMED_OTHER, &killed);
    snprintf(seed, sizeof seed, "%" PRIu64, d->kills->seed);
    snprintf(suite, sizeof suite, "%016" PRIx64, d->kills->catalog.hash);
    classes_make(d, tables);
    for (unsigned t = 0; t < TABLES; t++)
        json_object_set_new(classes, tables[t].title, table_json(&tables[t]));
    gat_arena_free(&a);
    for (unsigned j = 0; j < d->n_done; j++)
        json_array_append_new(faults, fault_json(&d->faults[j], j));
    return json_pack("{s:i,s:s,s:s,s:s,s:s*,s:i,s:i,s:o,s:o,s:{s:i,s:i,s:i},s:{s:I,s:I},"
                     "s:{s:f,s:f,s:f,s:f}}",
                     "schema", 1, "gatherum", GAT_VERSION, "suite", suite, "seed", seed, "class",
                     d->kills->options->kind, "asked", (int)d->n, "drawn", (int)d->n_done,
                     "classes", classes, "faults", faults, "diagnoses", "killed", (int)killed,
                     "effect", effect, "other", other, "control", "passed",
                     (json_int_t)d->control_judged, "failed", (json_int_t)d->control_failed,
                     "timing", "seconds", d->seconds, "median_ms", time_of(d, 50), "ninety_ms",
                     time_of(d, 90), "last_ms", time_of(d, 100));
}
