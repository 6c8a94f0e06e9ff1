/* terminal.c - colours and progress, on terminals only.
 *
 * Output to a file or a pipe is plain, and the same with every TERM.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ledger/terminal.h"
#include "run/run.h"

void gat_screen_find(struct gat_output *o)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool dumb = term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;
    bool screen = isatty(STDOUT_FILENO);
    o->colored = screen && !dumb && (no == NULL || no[0] == '\0');
    o->moves = screen && !dumb;
    o->progress = isatty(STDERR_FILENO) && !screen && !dumb;
}

bool gat_screen_print(const struct gat_output *o, const char *format, va_list args)
{
    char text[8192];
    va_list again;
    va_copy(again, args);
    int n = o->colored ? vsnprintf(text, sizeof text, format, again) : -1;
    va_end(again);
    if (n < 0 || (size_t)n >= sizeof text || strncmp(text, "not ok", 6) != 0)
        return vprintf(format, args) >= 0;
    int line = (int)strcspn(text, "\n");
    return printf("\033[31m%.*s\033[0m%s", line, text, text + line) >= 0;
}

void gat_screen_progress(const struct gat_output *o, const char *backend, unsigned n,
                         unsigned all)
{
    if (o->progress && n < all)
        fprintf(stderr, "\r%s: %u of %u points \033[K", backend, n, all);
    else if (o->progress)
        fprintf(stderr, "\r\033[K");
}
