/* kill_report.c - the matrix of saboteurs and what caught them, as text and JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "diagnose/verdict.h"
#include "kill/kill.h"
#include "kill/kill_report.h"

bool gat_saboteur_good(const struct gat_saboteur *s)
{
    bool good = s->n_kills > 0 && s->error[0] == '\0';
    for (unsigned k = 0; k < s->n_kills; k++)
        good &= gat_kill_good(s, &s->kills[k]) && s->kills[k].suite_errors == 0;
    return good;
}

/* Numbers of saboteurs and of pairs with an operator, killed and all. */
struct score {
    unsigned killed, all, pairs_killed, pairs, controls, controls_whole;
};

static struct score score_of(const struct gat_kills *k)
{
    struct score n = {0};
    for (unsigned j = 0; j < k->n_saboteurs; j++) {
        const struct gat_saboteur *s = &k->saboteurs[j];
        if (s->honest) {
            n.controls++;
            n.controls_whole += gat_saboteur_good(s);
            continue;
        }
        n.all++;
        n.killed += gat_saboteur_good(s);
        n.pairs += s->n_kills;
        for (unsigned i = 0; i < s->n_kills; i++)
            n.pairs_killed += gat_kill_good(s, &s->kills[i]);
    }
    return n;
}

static const char *outcome(const struct gat_saboteur *s, const struct gat_kill *x)
{
    if (x->suite_errors > 0)
        return "SUITE ERROR";
    if (s->honest)
        return x->cases > 0 ? "KILLED" : x->judged > 0 ? "passes" : "NOT JUDGED";
    return x->stray != NULL ? "WITHOUT TRAP"
           : x->named > 0   ? "killed"
           : x->cases > 0   ? "WRONG REASON"
                            : "SURVIVED";
}

static void kill_print(const struct gat_saboteur *s, const struct gat_kill *x)
{
    char cases[16] = "", ms[16] = "";
    if (x->cases > 0) {
        bool more = x->enough || x->cases > GAT_KILL_ENOUGH;
        snprintf(cases, sizeof cases, "%u%s",
                 x->cases < GAT_KILL_ENOUGH ? x->cases : GAT_KILL_ENOUGH, more ? "+" : "");
        snprintf(ms, sizeof ms, "%.0f", x->ms);
    }
    printf("%-32s %-5s %-16s %-12s %-20s %6s %6s  %s\n", s->name, s->bug_class, x->op,
           outcome(s, x), x->cases > 0 ? gat_verdict_name(x->verdict) : "", cases, ms,
           x->stray != NULL   ? x->stray
           : x->first != NULL ? x->first
                              : "");
}

void gat_kill_print(const struct gat_kills *k)
{
    struct score n = score_of(k);
    printf("gatherum %s, seed %" PRIu64 "\n", GAT_VERSION, k->seed);
    printf("%-32s %-5s %-16s %-12s %-20s %6s %6s  %s\n", "saboteur", "class", "operator", "",
           "verdict", "cases", "ms", "first case");
    for (unsigned j = 0; j < k->n_saboteurs; j++) {
        const struct gat_saboteur *s = &k->saboteurs[j];
        for (unsigned i = 0; i < s->n_kills; i++)
            kill_print(s, &s->kills[i]);
        if (s->error[0] != '\0')
            printf("%-32s %-5s NOT JUDGED: %s\n", s->name, s->bug_class, s->error);
    }
    printf("\n%u of %u saboteurs killed; %u of %u in each operator where they can show\n", n.killed,
           n.all, n.pairs_killed, n.pairs);
    if (n.controls > 0)
        printf("%u of %u without a fault pass %s\n", n.controls_whole, n.controls,
               n.all == 0              ? "every case"
               : k->options->fail_fast ? "what killed the others"
                                       : "what killed the others, and part of all else");
    printf("%.1f s\n", k->seconds);
}

/* Two equal runs share the number of cases only if the plan was judged to its end; else it
 * depends on what was under way. */
static json_t *kill_json(const struct gat_saboteur *s, const struct gat_kill *x)
{
    return json_pack(
        "{s:s,s:b,s:s,s:s,s:s,s:I}", "operator", x->op, "killed", !s->honest && gat_kill_good(s, x),
        "verdict", x->cases > 0 ? gat_verdict_name(x->verdict) : "", "first",
        x->first != NULL ? x->first : "", "diagnosis", x->diagnosis != NULL ? x->diagnosis : "",
        "judged", (json_int_t)(x->cases > 0 ? 0 : x->judged));
}

/* The numbers that two equal runs do not share. */
static json_t *timing_json(const struct gat_kills *k)
{
    json_t *list = json_array();
    for (unsigned j = 0; j < k->n_saboteurs; j++)
        for (unsigned i = 0; i < k->saboteurs[j].n_kills; i++) {
            const struct gat_kill *x = &k->saboteurs[j].kills[i];
            json_array_append_new(
                list, json_pack("{s:s,s:s,s:i,s:b,s:I,s:f,s:f}", "name", k->saboteurs[j].name,
                                "operator", x->op, "cases", (int)x->cases, "more", x->enough,
                                "judged", (json_int_t)x->judged, "ms", x->ms, "all_ms", x->all_ms));
        }
    return json_pack("{s:f,s:o}", "seconds", k->seconds, "matrix", list);
}

static json_t *verdicts_json(uint32_t set)
{
    json_t *list = json_array();
    for (unsigned v = 0; v < GAT_V_COUNT; v++)
        if ((set >> v & 1) != 0)
            json_array_append_new(list, json_string(gat_verdict_name((enum gat_verdict_class)v)));
    return list;
}

static json_t *saboteur_json(const struct gat_saboteur *s)
{
    json_t *ops = json_array();
    for (unsigned k = 0; k < s->n_kills; k++)
        json_array_append_new(ops, kill_json(s, &s->kills[k]));
    return json_pack("{s:s,s:s,s:s,s:s,s:o,s:b,s:b,s:s,s:o}", "name", s->name, "title", s->title,
                     "class", s->bug_class, "origin", s->origin, "verdicts",
                     verdicts_json(s->verdicts), "control", s->honest, "good", gat_saboteur_good(s),
                     "error", s->error, "operators", ops);
}

json_t *gat_kill_json(const struct gat_kills *k)
{
    struct score n = score_of(k);
    char seed[24], suite[24];
    json_t *list = json_array();
    for (unsigned j = 0; j < k->n_saboteurs; j++)
        json_array_append_new(list, saboteur_json(&k->saboteurs[j]));
    snprintf(seed, sizeof seed, "%" PRIu64, k->seed);
    snprintf(suite, sizeof suite, "%016" PRIx64, k->catalog.hash);
    return json_pack("{s:i,s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:o,s:o}", "schema", 1, "gatherum",
                     GAT_VERSION, "suite", suite, "seed", seed, "killed", (int)n.killed,
                     "saboteurs", (int)n.all, "pairs_killed", (int)n.pairs_killed, "pairs",
                     (int)n.pairs, "matrix", list, "timing", timing_json(k));
}
