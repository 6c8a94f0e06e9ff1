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
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return false;
}

void gat_error_print(const struct gat_error *e, char *out, unsigned long size)
{
    if (e->file[0] == '\0')
        snprintf(out, size, "%s", e->text);
    else if (e->line == 0)
        snprintf(out, size, "%s: %s", e->file, e->text);
    else if (e->column == 0)
        snprintf(out, size, "%s:%u: %s", e->file, e->line, e->text);
    else
        snprintf(out, size, "%s:%u:%u: %s", e->file, e->line, e->column, e->text);
    /* Quoted text of a file must not control the terminal. */
    for (char *c = out; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
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
