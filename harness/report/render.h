/* render.h - reports: Lua scripts over records; private to `gatherum report`.
 *
 * A format is one file reports/<format>.lua.  It sees records as tables, functions
 * that escape text, and one that writes; nothing else of this machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_H
#define GAT_RENDER_H

#include <jansson.h>
#include <stdio.h>

#include "arena.h"
#include "base/lua_host.h"

/* A file of records, or a JSON document of another command (kill, bench, ...). */
struct gat_render_input {
    const char *path;
    const char *name;    /* without folders: what reports show */
    bool old;            /* given by --against */
    json_t *document;    /* NULL: records */
};

struct gat_render {
    const char *const *paths; /* folders that may hold reports/ */
    struct gat_arena arena;
    unsigned n_inputs;
    struct gat_render_input *inputs;
    const char *date;  /* of SOURCE_DATE_EPOCH, or NULL */
    FILE *out;
    bool bad_input;    /* what failed is an input, not the report */
    bool against;
    lua_Integer newly; /* found failing now and not before; with `against` */
    const char *unproven; /* why the new records prove less than they seem, or NULL */
};

/* render_read.c: lines of a file, of at most 16 MiB each. */
struct gat_lines {
    const char *path; /* outlives it */
    unsigned line;    /* number of the last one */
    bool whole;       /* did the last one end with a newline? */
    FILE *file;
    struct gat_arena arena;
    char *buffer; /* of `room` bytes; longer lines make it longer */
    size_t room, start, end;
};
bool gat_lines_open(struct gat_lines *l, const char *path, struct gat_error *e);
/* False at the end, and on an error: then e->text is not empty. */
bool gat_lines_next(struct gat_lines *l, const char **text, size_t *size,
                    struct gat_error *e);
void gat_lines_close(struct gat_lines *l);
/* Say what kind of file this is, and read it if it is one document. */
bool gat_render_input_read(struct gat_render_input *in, struct gat_error *e);
/* Push a JSON value as Lua sees it; controls and marks that turn the direction of
 * text around become U+FFFD. */
void gat_render_value(lua_State *L, const json_t *value);
/* records(k): an iterator over the records of input k.  Upvalue: the rendering. */
int gat_render_records(lua_State *L);

/* render_text.c: functions that escape, split and find, into the table at the top. */
void gat_render_texts(lua_State *L);

/* render_lua.c: path of reports/NAME, NULL when no folder holds it. */
const char *gat_render_find(struct gat_render *r, const char *name);
/* list_reports.c: names of all formats, in order; NULL ends. */
const char **gat_render_formats(struct gat_render *r);
/* A file of reports/, at most 1 MiB; the arena's. */
bool gat_render_source(struct gat_render *r, const char *path, const char **source,
                       size_t *size, struct gat_error *e);
/* The title that a format gives itself. */
bool gat_render_title(struct gat_render *r, const char *path, char *out, size_t size,
                      struct gat_error *e);
/* Run the format in `path` over the inputs. */
bool gat_render_run(struct gat_render *r, const char *path, struct gat_error *e);

#endif
