/* summary.c - the end of a run: per backend which variants it obeys, and how much.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "base/interrupt.h"
#include "cli/options.h"
#include "diagnose/verdict.h"
#include "judge/claims.h"
#include "judge/readings.h"
#include "ledger/record.h"
#include "ledger/summary.h"
#include "ledger/tap_lines.h"
#include "run/determinism.h"
#include "run/record_write.h"
#include "run/tally.h"
#include "run/waiver.h"

enum { MOST_GAPS = 8 }; /* reasons listed under a variant */

static unsigned long failures(const unsigned long count[GAT_V_COUNT])
{
    unsigned long n = 0;
    for (int v = 0; v < GAT_V_COUNT; v++)
        if (gat_verdict_fails((enum gat_verdict_class)v))
            n += count[v];
    return n; /* with those that were not run: a run that was cut short conforms to nothing */
}

/* Those of them that say nothing of the backend. */
static unsigned long undecided(const unsigned long count[GAT_V_COUNT])
{
    return count[GAT_V_NOT_RUN] + count[GAT_V_SUITE];
}

static unsigned long judged(const unsigned long count[GAT_V_COUNT])
{
    unsigned long n = 0;
    for (int v = 0; v < GAT_V_COUNT; v++)
        n += v == GAT_V_NOT_CLAIMED ? 0 : count[v];
    return n;
}

static const char *support(const struct gat_variant_tally *t)
{
    if (judged(t->sum.count) == 0)
        return "no";
    return t->sum.count[GAT_V_NOT_CLAIMED] == t->sum.foreign + t->sum.extra ? "full" : "partial";
}

/* The combinations that are excluded by the answer that first excludes combination k. */
static gat_reading_set excluded_with(const struct gat_variant_tally *t, unsigned k)
{
    const struct gat_exclusion *x = t->sum.excluded;
    gat_reading_set all = 0;
    for (unsigned i = 0; i < t->profile->n_combinations; i++)
        if (x[i].point == x[k].point && x[i].member == x[k].member)
            all |= UINT64_C(1) << i;
    return all;
}

static json_t *combinations_json(const struct gat_profile *p, gat_reading_set set)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < p->n_combinations; k++)
        if ((set >> k & 1) != 0)
            json_array_append_new(list, json_string(p->combination_names[k]));
    return list;
}

/* A case whose answer excludes readings of the document, which together with others leave none. */
static void witness_write(struct gat_session *s, const struct gat_variant_tally *t,
                          const struct gat_exclusion *x, gat_reading_set set)
{
    const char *verdict = gat_verdict_name(GAT_V_READINGS);
    char which[300], why[480], repeat[4608];
    gat_readings_print(t->spec, t->profile, set, which, sizeof which);
    snprintf(why, sizeof why,
             "its answer excludes %d of %u ways to read the document%s%s; it is right by others, "
             "which other answers exclude",
             __builtin_popcountll(set), t->profile->n_combinations,
             which[0] != '\0' ? ", those with " : "", which);
    snprintf(repeat, sizeof repeat, "%s %s", s->repeat, x->name);
    if (!s->run->out.silent)
        printf("#   %s: %s\n#     %s\n#     repeat: %s\n", verdict, x->name, why, repeat);
    gat_record_write(&s->run->out,
                     json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:I,s:I,s:s,s:s,s:I,s:o}", "record",
                               "case", "backend", s->backend->name, "case", x->name, "verdict",
                               verdict, "clause", "", "requirement", "", "diagnosis", why,
                               "element", (json_int_t)-1, "wrong", (json_int_t)0, "hunts",
                               s->points[x->point].point->test->hunts, "repeat", repeat, "member",
                               (json_int_t)-1, "excludes", combinations_json(t->profile, set)));
}

/* Does no combination of readings fit all answers?  Then the variant fails, and each case
 * is named that is the first to exclude some. */
static void readings_conflict(struct gat_session *s, struct gat_variant_tally *t)
{
    if (!gat_tally_contradicts(t))
        return;
    t->sum.count[GAT_V_READINGS]++;
    for (unsigned k = 0; k < t->profile->n_combinations; k++) {
        gat_reading_set set = excluded_with(t, k);
        if (set >> k << k == set) /* told with the first of them */
            witness_write(s, t, &t->sum.excluded[k], set);
    }
}

static void variant_name(const struct gat_variant_tally *t, char *out, size_t size)
{
    snprintf(out, size, "%s%s%s", t->spec->name, t->profile->name[0] != '\0' ? "@" : "",
             t->profile->name);
}

/* Promises that the backend never made are reported, and fail only with --strict. */
static void observed_print(const struct gat_variant_tally *t)
{
    for (int v = 0; v < GAT_V_COUNT; v++) {
        enum gat_verdict_class class = (enum gat_verdict_class)v;
        if (class != GAT_V_PASS && t->sum.observed[v] > 0)
            printf("#   observed in %lu cases: %s, clause %s; --strict fails them\n",
                   t->sum.observed[v], gat_verdict_name(class), gat_verdict_clause(class));
    }
}

static void gaps_print(const struct gat_variant_tally *t)
{
    for (unsigned k = 0; k < t->sum.n_gaps && k < MOST_GAPS; k++)
        printf("#   not claimed: %s\n", t->sum.gaps[k]);
    if (t->sum.n_gaps > MOST_GAPS)
        printf("#   not claimed: and %u more\n", t->sum.n_gaps - MOST_GAPS);
}

/* A variant that the document of --like is not: all of these have one line. */
static bool is_other(const struct gat_session *s, const struct gat_variant_tally *t)
{
    return s->run->options->like != NULL && !gat_claim_names(s->manifest, t->spec);
}

static void others_print(const struct gat_session *s)
{
    unsigned others = 0;
    for (unsigned k = 0; k < s->n_tallies; k++)
        others += is_other(s, &s->tallies[k]);
    if (others > 0)
        printf("#   %u other variants are not claimed: the function is called as %s\n", others,
               s->run->options->like);
}

static void tally_line(struct gat_session *s, struct gat_variant_tally *t)
{
    char name[128], readings[512];
    readings_conflict(s, t);
    variant_name(t, name, sizeof name);
    gat_readings_print(t->spec, t->profile, gat_tally_left(t), readings, sizeof readings);
    unsigned long bad = failures(t->sum.count), all = judged(t->sum.count);
    if (!s->run->out.silent && !is_other(s, t)) {
        unsigned long idle = t->sum.count[GAT_V_NOT_RUN], open = undecided(t->sum.count);
        unsigned long unclaimed = t->sum.count[GAT_V_NOT_CLAIMED];
        bool asked = all + unclaimed > 0; /* a script that failed has no cases */
        printf("# %-34s %-8s %8lu %8lu %8lu  %s\n", name, asked ? support(t) : "-", all - bad,
               bad - open, unclaimed,
               !asked && !t->unfinished      ? "not asked"
               : t->unfinished && bad == open ? "NOT JUDGED WHOLE"
               : all == 0                    ? "not claimed"
               : bad == 0                    ? "conforms"
               : bad == t->sum.waived        ? "waived"
               : bad == open + t->sum.waived ? "NOT JUDGED WHOLE"
                                             : "DOES NOT CONFORM");
        if (idle > 0)
            printf("#   and %lu cases of it were not run\n", idle);
        if (open > idle)
            printf("#   and %lu cases of it could not be judged\n", open - idle);
        if (t->spec->deprecated_by != NULL)
            printf("#   deprecated by its document; use %s\n", t->spec->deprecated_by);
        if (readings[0] != '\0')
            printf("#   reads the document as: %s\n", readings);
        gaps_print(t);
        observed_print(t);
    }
    json_t *record = json_pack(
        "{s:s,s:s,s:s,s:s,s:b,s:o,s:o,s:s,s:o}", "record", "variant", "backend",
        s->backend->name, "variant", name, "support", support(t), "conforms",
        all > 0 && bad == 0, "verdicts", gat_counts_json(t->sum.count), "observed",
        gat_observed_json(&t->sum), "readings", readings, "not_claimed",
        gat_gaps_json(&t->sum));
    gat_record_count(record, "outside", t->sum.foreign);
    gat_record_count(record, "views", t->sum.extra);
    gat_record_count(record, "waived", t->sum.waived);
    gat_determinism_report(s, t, record);
    gat_record_write(&s->run->out, record);
}

/* Variants that a backend need not claim share one line. */
static void extras_print(const struct gat_session *s)
{
    unsigned long extra = 0;
    for (unsigned k = 0; k < s->n_tallies; k++)
        extra += s->tallies[k].sum.extra;
    if (extra > 0)
        printf("#   %lu cases were not sent: views, work in place or odd addresses, which it "
               "does not claim\n", extra);
}

/* Each count of left-out cases stands beside its reason. */
static void spared_print(const struct gat_session *s)
{
    unsigned long spared = 0;
    for (unsigned k = 0; k < s->n_tallies; k++)
        spared += s->tallies[k].sum.spared;
    if (spared > 0 && s->manifest == NULL) /* merged: the runs said more */
        printf("#   %lu cases were not run, as a call takes long\n", spared);
    else if (spared > 0 && s->run->options->budget <= 0)
        printf("#   %lu drawn cases were not run: a call takes about %u us; --draw N asks for "
               "them\n", spared, s->manifest->call_us);
    else if (spared > 0)
        printf("#   %lu cases were not run: a call takes about %u us, and the budget is "
               "%g s; without --budget all run\n", spared, s->manifest->call_us,
               s->run->options->budget);
}

void gat_report_tally(struct gat_session *s)
{
    struct gat_run *r = s->run;
    gat_report_readings(s);
    if (!r->out.silent)
        printf("#\n# %s\n# %-34s %-8s %8s %8s %8s\n", s->backend->name, "variant",
               "claim", "pass", "fail", "skipped");
    for (unsigned k = 0; k < s->n_tallies; k++) {
        struct gat_variant_tally *t = &s->tallies[k];
        tally_line(s, t);
        r->waived += t->sum.waived;
        for (int v = 0; v < GAT_V_COUNT; v++)
            r->count[v] += t->sum.count[v];
        if (r->options->require != NULL && strcmp(support(t), "full") != 0)
            r->not_conforming = true;
    }
    if (!r->out.silent)
        extras_print(s), spared_print(s), others_print(s);
    if (!gat_interrupted()) /* whether each is needed is not known */
        gat_waivers_report(s);
    if (s->cut && !r->out.silent)
        printf("#   cut short: %s\n", s->cut_why);
}

void gat_report_end(struct gat_run *r, int code)
{
    unsigned long bad = failures(r->count), all = judged(r->count);
    if (!r->out.silent) {
        unsigned long open = undecided(r->count);
        printf("#\n# %lu case%s judged: %lu pass, %lu fail; %lu not claimed\n", all - open,
               all - open == 1 ? "" : "s", all - bad, bad - open, r->count[GAT_V_NOT_CLAIMED]);
        if (r->waived > 0)
            printf("#   %8lu of those that fail are waived\n", r->waived);
        for (int v = 0; v < GAT_V_COUNT; v++)
            if (r->count[v] > 0 && v != GAT_V_PASS && v != GAT_V_NOT_CLAIMED)
                printf("#   %8lu %-20s %s\n", r->count[v],
                       gat_verdict_name((enum gat_verdict_class)v),
                       gat_verdict_sentence((enum gat_verdict_class)v));
    }
    json_t *record = json_pack("{s:s,s:i,s:I,s:o,s:i}", "record", "end", "schema",
                               GAT_RECORD_SCHEMA, "judged", (json_int_t)all, "verdicts",
                               gat_counts_json(r->count), "exit", code);
    gat_record_count(record, "waived", r->waived);
    gat_record_write(&r->out, record);
}

int gat_run_code(const struct gat_run *r)
{
    bool failed = r->not_conforming || failures(r->count) > r->waived, any = false;
    if (r->out.broken)
        return gat_complain(GAT_EXIT_OURS, "the results could not be written to %s",
                            !r->out.file_broken       ? "standard output"
                            : r->options->out != NULL ? r->options->out
                                                      : r->options->resume);
    if (r->bad_input != NULL)
        return gat_complain(GAT_EXIT_USAGE, "%s", r->bad_input);
    if (r->count[GAT_V_SUITE] > 0)
        return GAT_EXIT_OURS;
    for (int v = 0; v < GAT_V_COUNT; v++)
        any |= v != GAT_V_NOT_CLAIMED && r->count[v] > 0;
    if (failed || (any && r->unopened != 0))
        return GAT_EXIT_NOT;
    if (r->unopened != 0)
        return r->unopened; /* why was said when it was opened */
    if (!any)
        return gat_complain(GAT_EXIT_USAGE,
                            "nothing was judged: no backend claims what was selected");
    return GAT_EXIT_CONFORMING;
}
