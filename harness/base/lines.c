/* lines.c - lines of a file of strangers, of at most 16 MiB each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/lines.h"

#include <errno.h>
#include <string.h>

enum { USUAL_LINE = 64 << 10, MOST_LINE = 16 << 20 };

void gat_lines_begin(struct gat_lines *l, const char *path, FILE *file)
{
    *l = (struct gat_lines){.path = path, .file = file, .whole = true};
}

void gat_lines_rewind(struct gat_lines *l)
{
    rewind(l->file);
    l->start = l->end = 0;
    l->read = l->line = 0;
    l->whole = true;
}

void gat_lines_close(struct gat_lines *l)
{
    if (l->file != NULL)
        fclose(l->file);
    l->file = NULL;
    gat_arena_free(&l->arena);
}

/* The bytes that are not taken yet go to the front, of a longer buffer where they fill
 * this one. */
static void room_make(struct gat_lines *l)
{
    const char *from = l->buffer + l->start;
    l->end -= l->start;
    l->start = 0;
    if (l->end == l->room) {
        size_t room = l->room == 0 ? USUAL_LINE : 4 * l->room;
        l->room = room < MOST_LINE + 1 ? room : MOST_LINE + 1;
        l->buffer = gat_arena_raw(&l->arena, l->room);
    }
    if (l->end > 0)
        memmove(l->buffer, from, l->end);
}

/* Read on after what is there; false at the end of the file. */
static bool more_read(struct gat_lines *l, struct gat_error *e)
{
    if (l->end - l->start > MOST_LINE)
        return gat_fail(e, l->path, l->line + 1, 0, "a line of more than 16 MiB");
    room_make(l);
    size_t n = fread(l->buffer + l->end, 1, l->room - l->end, l->file);
    if (n == 0 && ferror(l->file))
        return gat_fail(e, l->path, l->line + 1, 0, "the file cannot be read: %s", strerror(errno));
    l->end += n;
    return n > 0;
}

bool gat_lines_next(struct gat_lines *l, const char **text, size_t *size, struct gat_error *e)
{
    size_t looked = 0; /* bytes of this line without a newline */
    e->text[0] = '\0';
    while (l->file != NULL) {
        size_t have = l->end - l->start;
        const char *stop =
            have == looked ? NULL : memchr(l->buffer + l->start + looked, '\n', have - looked);
        looked = have;
        if (stop == NULL && more_read(l, e))
            continue;
        if (e->text[0] != '\0' || (stop == NULL && have == 0))
            return false;
        l->whole = stop != NULL;
        *text = l->buffer + l->start;
        *size = stop != NULL ? (size_t)(stop - *text) : have;
        l->start += *size + l->whole;
        l->read += *size + l->whole;
        l->line++;
        return true;
    }
    return false;
}
