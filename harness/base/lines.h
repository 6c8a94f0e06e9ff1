/* lines.h - lines of a file of strangers, of at most 16 MiB each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LINES_H
#define GAT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena.h"
#include "error.h"

struct gat_lines {
    const char *path; /* outlives it */
    unsigned line;    /* number of the last one */
    bool whole;       /* did the last one end with a newline? */
    uint64_t read;    /* bytes of the file up to the end of the last one */
    FILE *file;
    struct gat_arena arena;
    char *buffer; /* of `room` bytes; longer lines make it longer */
    size_t room, start, end;
};

/* Begin with the first line of `file`, which is closed at the end; NULL: there are no lines. */
void gat_lines_begin(struct gat_lines *l, const char *path, FILE *file);
/* The next line without its newline, valid until the next call.  False at the end, and on an
 * error: then e->text is not empty. */
bool gat_lines_next(struct gat_lines *l, const char **text, size_t *size, struct gat_error *e);
/* Go back to the first line. */
void gat_lines_rewind(struct gat_lines *l);
void gat_lines_close(struct gat_lines *l);

#endif
