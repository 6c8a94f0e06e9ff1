/* error.c - messages about what came from outside.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool gat_fail(struct gat_error *e, const char *file, unsigned line, unsigned column,
              const char *format, ...)
{
    snprintf(e->file, sizeof e->file, "%s", file == NULL ? "" : file);
    e->line = line;
    e->column = column;
    e->n_also = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return false;
}

void gat_error_add(struct gat_error *e, const struct gat_error *another)
{
    if (e->text[0] == '\0') {
        *e = *another;
        return;
    }
    if (e->n_also < GAT_MOST_ALSO) {
        struct gat_error_also *also = &e->also[e->n_also];
        *also = (struct gat_error_also){.line = another->line, .column = another->column};
        snprintf(also->text, sizeof also->text, "%.*s", (int)sizeof also->text - 1, another->text);
    }
    e->n_also++;
}

/* False, and `out` as it was, where the line does not fit. */
static bool line_print(char *out, unsigned long size, const char *file, unsigned line,
                       unsigned column, const char *text)
{
    int n;
    if (file[0] == '\0')
        n = snprintf(out, size, "%s", text);
    else if (line == 0)
        n = snprintf(out, size, "%s: %s", file, text);
    else if (column == 0)
        n = snprintf(out, size, "%s:%u: %s", file, line, text);
    else
        n = snprintf(out, size, "%s:%u:%u: %s", file, line, column, text);
    /* Quoted text of a file must not control the terminal. */
    for (char *c = out; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return n >= 0 && (unsigned long)n < size;
}

void gat_error_print(const struct gat_error *e, char *out, unsigned long size)
{
    const unsigned long last = sizeof "\nand 4294967295 more";
    unsigned told = 0;
    (void)line_print(out, size, e->file, e->line, e->column, e->text);
    unsigned long used = strlen(out);
    for (bool fits = true; fits && told < e->n_also && told < GAT_MOST_ALSO; told += fits) {
        const struct gat_error_also *also = &e->also[told];
        fits = used + 1 + last < size &&
               line_print(out + used + 1, size - used - 1 - last, e->file, also->line,
                          also->column, also->text);
        out[used] = fits ? '\n' : '\0';
        used += strlen(out + used);
    }
    if (told < e->n_also && used + last < size)
        snprintf(out + used, size - used, "\nand %u more", e->n_also - told);
}

enum { LONGEST_WORD = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edits (insert, delete, replace, swap of neighbours) that make `b` of `a`. */
static size_t edit_distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t rows[3][LONGEST_WORD + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n_b; j++)
        above[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            size_t replace = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(replace, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[n_b];
}

const char *gat_suggest(const char *word, const char *const *candidates)
{
    size_t size = strlen(word);
    if (size > LONGEST_WORD)
        return NULL;
    const char *found = NULL;
    size_t fewest = size / 3 + 1;
    for (; *candidates != NULL; candidates++) {
        size_t n = strlen(*candidates);
        if (n > LONGEST_WORD)
            continue;
        size_t edits = edit_distance(word, size, *candidates, n);
        if (edits < fewest) {
            fewest = edits;
            found = *candidates;
        }
    }
    return found;
}
