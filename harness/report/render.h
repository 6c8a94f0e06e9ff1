/* render.h - reports: Lua scripts over records; private to `gatherum report`.
 *
 * A format is one file reports/<format>.lua.  It sees records as tables, variants and
 * cases of the suite, functions that escape text, and one that writes; nothing else of
 * this machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RENDER_H
#define GAT_RENDER_H

#include <jansson.h>
#include <stdio.h>

#include "arena.h"
#include "files/lua_host.h"
#include "suite/catalog.h"

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
    struct gat_catalog *suite; /* what a format asked of it, or NULL */
    const char *unproven; /* why the new records prove less than they seem, or NULL */
};

#endif
