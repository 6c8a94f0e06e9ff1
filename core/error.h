/* error.h - what was wrong with something that came from outside.
 *
 * Three kinds of failure have three tools. A bug of our own: assert, always on. A wrong
 * input: a value of this type, with a place and one sentence that says what to do.
 * No memory: gat_arena_alloc reports it and ends the process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ERROR_H
#define GAT_ERROR_H

#include <stdbool.h>

#ifdef NDEBUG
#error "asserts are part of this program"
#endif

enum { GAT_MOST_ALSO = 7 };

struct gat_error {
    char file[256];        /* "" where there is no file */
    unsigned line, column; /* from 1; 0 where there is none */
    char text[512];
    /* Further errors in that file, the first few of `n_also`. */
    unsigned n_also;
    struct gat_error_also {
        unsigned line, column;
        char text[200];
    } also[GAT_MOST_ALSO];
};

/* Record an error and return false, so that `return gat_fail(...)` reads well. */
bool gat_fail(struct gat_error *e, const char *file, unsigned line, unsigned column,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Another thing that is wrong in the file of `e`; where `e` has no text yet, the first. */
void gat_error_add(struct gat_error *e, const struct gat_error *another);
/* "file:line:column: sentence" with the parts that are known, into `out`; what else is wrong on
 * lines of its own, as far as they fit. */
void gat_error_print(const struct gat_error *e, char *out, unsigned long size);
/* The candidate that `word` most likely meant, or NULL: edit distance of at most
 * a third of its length.  `candidates` ends with NULL. */
const char *gat_suggest(const char *word, const char *const *candidates);

#endif
