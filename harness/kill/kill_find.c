/* kill_find.c - which saboteurs there are, and what their sources say of them.
 *
 * The objects lie beside the program in tests/saboteurs, the sources in folders
 * of the home's tests/saboteurs.  A backend that is named by --backend needs no source:
 * whatever fails it kills it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "diagnose/verdict.h"
#include "engine/backend_find.h"
#include "kill/kill.h"
#include "kill/kill_find.h"
#include "spec/feature.h"
#include "suite/pattern.h"

static const char folder[] = "tests/saboteurs";
static const char separators[] = " ,\n";

static int verdicts_read(struct gat_saboteur *s, const char *source, char *words)
{
    char *rest = NULL;
    for (char *w = strtok_r(words, separators, &rest); w != NULL;
         w = strtok_r(NULL, separators, &rest)) {
        unsigned v = 0;
        while (v < GAT_V_COUNT && strcmp(w, gat_verdict_name((enum gat_verdict_class)v)) != 0)
            v++;
        if (v == GAT_V_COUNT)
            return gat_complain(GAT_EXIT_USAGE,
                                "%s: '%s' is no verdict; docs/reference/verdicts.md lists them",
                                source, w);
        s->verdicts |= UINT32_C(1) << v;
    }
    s->honest = s->verdicts == UINT32_C(1) << GAT_V_PASS;
    return 0;
}

static int operators_read(struct gat_kills *k, const char *source, char *words, const char **ops,
                          unsigned *n)
{
    char *rest = NULL;
    for (char *w = strtok_r(words, separators, &rest); w != NULL;
         w = strtok_r(NULL, separators, &rest)) {
        if (*n == GAT_MAX_KILL_OPS)
            return gat_complain(GAT_EXIT_USAGE, "%s: at most %d operators", source,
                                GAT_MAX_KILL_OPS);
        ops[(*n)++] = gat_arena_text(&k->arena, w, strlen(w));
    }
    return 0;
}

static int trap_read(struct gat_saboteur *s, const char *source, const char *word)
{
    enum gat_feature f = gat_feature_find(word);
    s->trap = word;
    return f < GAT_FEATURE_COUNT && gat_feature_infos[f].trap
               ? 0
               : gat_complain(GAT_EXIT_USAGE, "%s: '%s' is no TRAP of harness/spec/features.def",
                              source, word);
}

/* One line of the comment: "word: value", or the title in the first. */
static int line_read(struct gat_kills *k, struct gat_saboteur *s, const char *source, char *line,
                     bool first)
{
    char *value = first ? strstr(line, " - ") : strchr(line, ':');
    line[strcspn(line, "\n")] = '\0';
    if (value == NULL || strncmp(line, first ? "/*" : " * ", first ? 2 : 3) != 0)
        return 0;
    const char *text = value + (first ? 3 : 1);
    text += strspn(text, " ");
    const char *kept = gat_arena_text(&k->arena, text, strlen(text));
    if (first) {
        s->title = kept;
        return 0;
    }
    *value = '\0';
    if (strcmp(line, " * class") == 0)
        s->bug_class = kept;
    else if (strcmp(line, " * origin") == 0)
        s->origin = kept;
    else if (strcmp(line, " * trap") == 0)
        return trap_read(s, source, kept);
    else if (strcmp(line, " * verdict") == 0)
        return verdicts_read(s, source, value + 1);
    else if (strcmp(line, " * operators") == 0)
        return operators_read(k, source, value + 1, s->ops, &s->n_ops);
    else if (strcmp(line, " * except") == 0)
        return operators_read(k, source, value + 1, s->beside, &s->n_beside);
    return 0;
}

/* The path of the source, for the messages too when there is none. */
static const char *source_find(struct gat_kills *k, const char *name)
{
    glob_t found = {0};
    const char *path = gat_arena_print(&k->arena, "%s/%s/*/%s.c", k->options->home, folder, name);
    if (glob(path, 0, NULL, &found) == 0)
        path = gat_arena_text(&k->arena, found.gl_pathv[0], strlen(found.gl_pathv[0]));
    globfree(&found);
    return path;
}

/* Read what the source of a saboteur says; a source that is not there says nothing. */
static int source_read(struct gat_kills *k, struct gat_saboteur *s, bool required)
{
    char line[512];
    const char *source = source_find(k, s->name);
    FILE *f = fopen(source, "re");
    int code = 0;
    s->title = s->bug_class = s->origin = "";
    if (f == NULL)
        return required ? gat_complain(GAT_EXIT_USAGE, "%s says nothing: %s is not there", s->name,
                                       source)
                        : 0;
    for (bool first = true; code == 0 && fgets(line, sizeof line, f) != NULL; first = false) {
        code = line_read(k, s, source, line, first);
        if (strstr(line, "*/") != NULL)
            break;
    }
    fclose(f);
    if (code == 0 && required && (s->verdicts == 0 || s->bug_class[0] == '\0'))
        return gat_complain(GAT_EXIT_USAGE,
                            "%s: the first comment must hold 'class:' and 'verdict:'", source);
    return code;
}

static bool is_selected(const struct gat_kills *k, const char *name)
{
    const struct gat_list *words = &k->options->words;
    for (unsigned w = 0; w < words->count; w++)
        if (gat_pattern_match_name(words->items[w], name))
            return true;
    return words->count == 0;
}

static int patterns_check(const struct gat_kills *k, const struct gat_backend_ref *all, unsigned n)
{
    const struct gat_list *words = &k->options->words;
    for (unsigned w = 0; w < words->count; w++) {
        bool used = false;
        for (unsigned j = 0; j < n && !used; j++)
            used = gat_pattern_match_name(words->items[w], all[j].name);
        if (!used)
            return gat_complain(GAT_EXIT_USAGE, "no saboteur is called '%s'", words->items[w]);
    }
    return 0;
}

int gat_kill_find(struct gat_kills *k)
{
    const struct gat_options *o = k->options;
    struct gat_backend_ref *all = NULL;
    unsigned n = 0;
    bool named = o->backends.count > 0;
    const char *objects = gat_arena_print(&k->arena, "%s/%s", o->libexec, folder);
    int code = 0;
    if (named)
        code = gat_backends_find(o, &k->arena, &all, &n);
    else if ((n = gat_backends_folder(&k->arena, objects, &all)) == 0)
        code = gat_complain(GAT_EXIT_OURS, "no saboteurs in %s; make broken builds them", objects);
    if (code == 0)
        code = patterns_check(k, all, n);
    k->saboteurs = GAT_NEW_N(&k->arena, struct gat_saboteur, n + 1);
    for (unsigned j = 0; j < n && code == 0; j++) {
        if (!is_selected(k, all[j].name))
            continue;
        struct gat_saboteur *s = &k->saboteurs[k->n_saboteurs++];
        s->name = all[j].name;
        s->path = all[j].path;
        code = source_read(k, s, !named);
    }
    return code;
}
