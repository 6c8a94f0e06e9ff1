/* kill_sentences.c - does the first diagnosis of a drawn fault name its effect?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kill/kill_sentences.h"

#include <regex.h>
#include <string.h>

#include "diagnose/verdict.h"

enum { MOST_ROWS = 128, MOST_LINE = 1024 };

/* A line of the table. */
struct row {
    char effect[64], verdicts[128];
    bool any; /* the verdict alone names the effect */
    regex_t words;
};

static bool word_in(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* "EFFECT | VERDICTS | WORDS"; false when the line is none. */
static bool row_read(const char *line, struct row *r)
{
    char words[MOST_LINE];
    if (sscanf(line, "%63[^ |] | %127[^|] | %1023[^\n]", r->effect, r->verdicts, words) != 3)
        return false;
    size_t n = strlen(r->verdicts);
    while (n > 0 && r->verdicts[n - 1] == ' ')
        r->verdicts[--n] = '\0';
    r->any = strcmp(words, ".") == 0;
    return regcomp(&r->words, words, REG_EXTENDED | REG_NOSUB) == 0;
}

/* Is the verdict of the case in the list?  A case that passes alone had its verdict in the
 * crowd, and the diagnosis says which. */
static bool verdict_in(const char *list, const struct gat_drawn_fault *f)
{
    char crowd[64];
    return word_in(list, gat_verdict_name(f->verdict)) ||
           (sscanf(f->diagnosis, "in the crowd %63[^:]", crowd) == 1 && word_in(list, crowd));
}

static bool fits(const struct row *r, const struct gat_drawn_fault *f)
{
    if (strcmp(r->verdicts, "-") != 0 && !verdict_in(r->verdicts, f))
        return false;
    return r->any || regexec(&r->words, f->diagnosis, 0, NULL, 0) == 0;
}

/* A verdict alone never speaks for another effect. */
static void fault_read(const struct row *rows, unsigned n, struct gat_drawn_fault *f)
{
    const char *other = NULL;
    f->named = GAT_NAMED_NOTHING;
    for (unsigned k = 0; k < n; k++) {
        if (!fits(&rows[k], f))
            continue;
        if (strcmp(rows[k].effect, f->effect) == 0) {
            f->named = GAT_NAMED_EFFECT;
            return;
        }
        other = rows[k].any ? other : rows[k].effect;
    }
    if (other != NULL)
        f->named = GAT_NAMED_OTHER;
}

bool gat_sentences_read(struct gat_drawn *d, const char *path, struct gat_error *e)
{
    struct row *rows = GAT_NEW_N(&d->arena, struct row, MOST_ROWS);
    char line[MOST_LINE];
    unsigned n = 0, number = 0;
    bool good = true;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return gat_fail(e, path, 0, 0, "the table of sentences is not there");
    while (good && fgets(line, sizeof line, file) != NULL) {
        number++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        good = n < MOST_ROWS && row_read(line, &rows[n]);
        n += good;
    }
    fclose(file);
    for (unsigned j = 0; good && j < d->n_done; j++)
        if (d->faults[j].judged && d->faults[j].killed && d->faults[j].diagnosis != NULL)
            fault_read(rows, n, &d->faults[j]);
    for (unsigned k = 0; k < n; k++)
        regfree(&rows[k].words);
    return good || gat_fail(e, path, number, 0, "not 'EFFECT | VERDICTS | WORDS'");
}
