/* wrap.c - sentences for a terminal: 80 columns, broken between words.
 *
 * Columns count bytes: what is not ASCII breaks a little early, never late.  A
 * control character would let the text of a file move the cursor; it becomes a
 * question mark.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/wrap.h"

enum { COLUMNS = 79 };

static void word_print(FILE *to, const char *word, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        unsigned char c = (unsigned char)word[k];
        fputc(c < 0x20 || c == 0x7f ? '?' : c, to);
    }
}

void gat_wrap(FILE *to, const char *first, const char *next, const char *text)
{
    static const char blanks[] = " \t\n";
    size_t used = strlen(first);
    const char *gap = "";
    fputs(first, to);
    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        size_t n = strcspn(text, blanks);
        if (gap[0] != '\0' && used + 1 + n > COLUMNS) {
            fprintf(to, "\n%s", next);
            used = strlen(next);
            gap = "";
        }
        fputs(gap, to);
        word_print(to, text, n);
        used += strlen(gap) + n;
        gap = " ";
        text += n;
    }
    fputc('\n', to);
}
