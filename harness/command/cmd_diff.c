/* cmd_diff.c - gatherum diff: where two variants part, with a case for each place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/wrap.h"
#include "cli/command.h"
#include "cli/options.h"
#include "spec/spec_json.h"
#include "study/diff.h"
#include "study/diff_find.h"
#include "study/diff_matrix.h"

/* ---- which two ---- */

static int profile_unknown(const struct gat_spec *s, const char *profile)
{
    if (s->profiles[0].name[0] == '\0')
        return gat_complain(GAT_EXIT_USAGE, "%s has no profiles, so no '%s'", s->name, profile);
    return gat_complain(GAT_EXIT_USAGE, "%s has no profile '%s'; its first is '%s'", s->name,
                        profile, s->profiles[0].name);
}

/* operator/variant[@profile]; without a profile the first one is meant. */
static int side_find(const struct gat_catalog *c, const char *word, struct gat_arena *a,
                     struct gat_side *out)
{
    size_t n = strcspn(word, "@");
    const char *name = gat_arena_text(a, word, n);
    const char *profile = word[n] == '@' ? word + n + 1 : NULL;
    const struct gat_spec *s = gat_catalog_spec(c, name);
    if (s == NULL)
        return gat_variant_unknown(c, a, name);
    unsigned k = 0;
    while (profile != NULL && k < s->n_profiles && strcmp(s->profiles[k].name, profile) != 0)
        k++;
    if (k == s->n_profiles)
        return profile_unknown(s, profile);
    out->spec = s;
    out->profile = &s->profiles[k];
    out->name = gat_arena_print(a, "%s%s%s", s->name, out->profile->name[0] != '\0' ? "@" : "",
                                out->profile->name);
    return 0;
}

/* ---- what to print ---- */

static bool has_rule(const struct gat_difference *d)
{
    return d->kind == GAT_DIFF_RULE || d->kind == GAT_DIFF_READING;
}

/* "#gather-1/index-domain (ambiguous), ..." */
static const char *clauses_text(const struct gat_side *side, const struct gat_difference *d,
                                struct gat_arena *a)
{
    const struct gat_spec *s = side->spec;
    const char *text = "";
    if (!has_rule(d))
        return text;
    for (unsigned k = 0; k < s->n_rule_clauses[d->rule]; k++) {
        const struct gat_clause *c = &s->clauses[s->rule_clauses[d->rule][k]];
        text = gat_arena_print(a, "%s%s#%s%s", text, k > 0 ? ", " : "", c->id,
                               c->level == GAT_AMBIGUOUS ? " (ambiguous)" : "");
    }
    return text;
}

static bool operands_differ(const struct gat_side side[2])
{
    const char *const *one = side[0].spec->kernel->inputs;
    const char *const *two = side[1].spec->kernel->inputs;
    while (*one != NULL && *two != NULL && strcmp(*one, *two) == 0) {
        one++;
        two++;
    }
    return *one != NULL || *two != NULL;
}

static const char *no_sample_text(const struct gat_side side[2])
{
    if (operands_differ(side))
        return "their operands differ, so no call can be asked of both";
    return "no small case tells them apart by it";
}

static void difference_print(const struct gat_side side[2], const struct gat_difference *d,
                             struct gat_arena *a)
{
    size_t width = strlen(side[0].name) > strlen(side[1].name) ? strlen(side[0].name)
                                                               : strlen(side[1].name);
    printf("\n%s: %s | %s\n", d->what, d->text[0], d->text[1]);
    for (int k = 0; k < 2; k++) {
        const char *clauses = clauses_text(&side[k], d, a);
        if (clauses[0] != '\0')
            printf("  %-*s  %s\n", (int)width, side[k].name, clauses);
    }
    if (d->sample == NULL) {
        gat_wrap(stdout, "  ", "  ", no_sample_text(side));
        return;
    }
    printf("  %s\n", d->sample);
    for (int k = 0; k < 2; k++)
        printf("  %-*s  %s%s\n", (int)width, side[k].name,
               d->unasked[k] != NULL ? "cannot be asked: " : "expects ",
               d->unasked[k] != NULL ? d->unasked[k] : d->expected[k]);
    if (d->kind == GAT_DIFF_READING && d->unasked[0] == NULL && d->unasked[1] == NULL)
        printf("  when the ambiguous clause is read the other way\n");
}

static void text_print(const struct gat_side side[2], const struct gat_difference *all,
                       unsigned n, struct gat_arena *a)
{
    for (int k = 0; k < 2; k++)
        printf("%s - %s\n", side[k].name, side[k].spec->title);
    for (unsigned k = 0; k < n; k++)
        difference_print(side, &all[k], a);
    if (n == 0)
        printf("\nNothing that a case could show tells them apart.\n");
}

static int json_out(const struct gat_side side[2], const struct gat_difference *all, unsigned n,
                    struct gat_arena *a)
{
    static const char *const kinds[] = {
        [GAT_DIFF_RULE] = "rule",     [GAT_DIFF_READING] = "reading",
        [GAT_DIFF_TYPE] = "type",     [GAT_DIFF_INDEX_TYPE] = "index_type",
        [GAT_DIFF_ATTRIBUTE] = "attribute", [GAT_DIFF_FORMULA] = "formula"};
    json_t *list = json_array();
    for (unsigned k = 0; k < n; k++) {
        const struct gat_difference *d = &all[k];
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:[ss],s:[ss],s:s?,s:[s?s?],s:[s?s?]}", "kind",
                            kinds[d->kind], "what", d->what, "values", d->text[0], d->text[1],
                            "clauses", clauses_text(&side[0], d, a), clauses_text(&side[1], d, a),
                            "case", d->sample, "expected", d->expected[0], d->expected[1],
                            "cannot_be_asked", d->unasked[0], d->unasked[1]));
    }
    return gat_json_print(
        json_pack("{s:[ss],s:o}", "variants", side[0].name, side[1].name, "differences", list));
}

static int sides_diff(const struct gat_options *o, const struct gat_catalog *c,
                      struct gat_arena *a)
{
    struct gat_side side[2];
    struct gat_difference *all;
    for (int k = 0; k < 2; k++) {
        int code = side_find(c, o->words.items[k], a, &side[k]);
        if (code != 0)
            return code;
    }
    unsigned n = gat_differences_find(side, a, &all);
    if (o->json)
        return json_out(side, all, n, a);
    text_print(side, all, n, a);
    return 0;
}

static int diff_command(const struct gat_options *o)
{
    struct gat_catalog catalog = {0};
    struct gat_arena arena = {0};
    struct gat_error e = {0};
    if (o->words.count != (o->matrix ? 0 : 2))
        return gat_complain(GAT_EXIT_USAGE, o->matrix ? "diff --matrix takes no variant"
                                                      : "diff takes two variants, such as "
                                                        "gather/onnx-1 gather/onnx-13");
    int code = gat_catalog_specs_open(&catalog, o);
    if (code == 0 && !o->matrix)
        code = sides_diff(o, &catalog, &arena);
    else if (code == 0 && !gat_matrix_print(&catalog, &e))
        code = gat_complain_error(GAT_EXIT_OURS, &e);
    gat_catalog_free(&catalog);
    gat_arena_free(&arena);
    return code;
}

GAT_COMMAND(diff) = {
    .name = "diff",
    .arguments = "VARIANT[@PROFILE] VARIANT[@PROFILE]",
    .sentence = "where two variants part, with a smallest case for each difference",
    .order = 5,
    .run = diff_command,
};
