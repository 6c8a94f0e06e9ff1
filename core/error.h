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

struct gat_error {
    char file[256];        /* "" where there is no file */
    unsigned line, column; /* from 1; 0 where there is none */
    char text[512];
};

/* Record an error and return false, so that `return gat_fail(...)` reads well. */
bool gat_fail(struct gat_error *e, const char *file, unsigned line, unsigned column,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
/* "file:line:column: sentence" with the parts that are known, into `out`. */
void gat_error_print(const struct gat_error *e, char *out, unsigned long size);
/* The candidate that `word` most likely meant, or NULL: edit distance of at most
 * a third of its length.  `candidates` ends with NULL. */
const char *gat_suggest(const char *word, const char *const *candidates);

#endif
