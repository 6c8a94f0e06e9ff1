/* backend_find.h - from what follows --backend to a shared object.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BACKEND_FIND_H
#define GAT_BACKEND_FIND_H

#include "arena.h"
#include "cli/command.h"
#include "error.h"

struct gat_constants;
struct gat_engine;
struct gat_point_state;
struct gat_waiver;

struct gat_backend_ref {
    const char *name, *path, *options; /* as selected */
    const char *typed;                 /* a function of Python, as it was selected, or NULL */
    const char *function;              /* the same without options, or NULL */
    const char *given;                 /* options without those of --settings, or NULL */
    const char *setting;               /* those of --settings, or NULL */
    struct gat_point_state *points;    /* what its run found, for the next of --settings */
    bool explicitly;                   /* named by --backend */
    bool told;                         /* the path is a file of results */
    struct gat_engine *engine;         /* NULL: it could not be opened */
    const struct gat_constants *constants; /* that its code treats apart, or NULL: not asked */
    const char *absent;                /* why */
    bool fails;                        /* ... which counts as a failure */
    bool waived_as_row; /* the waivers are those of the backend whose function is called */
    unsigned n_waivers;
    struct gat_waiver *waivers;
};

/* What messages call it: its path, or its function of Python. */
static inline const char *gat_backend_shown(const struct gat_backend_ref *b)
{
    return b->function != NULL ? b->function : b->path;
}

/* The backends that --backend names, or all of gatherum's own when it names none.
 * Frameworks lie in a folder of their own and are judged only by name.  An exit
 * code, 0 when found; arrays live in `a`. */
int gat_backends_find(const struct gat_options *o, struct gat_arena *a,
                      struct gat_backend_ref **out, unsigned *count);
/* List all that --backend can name, frameworks too; how many. */
unsigned gat_backends_all(const struct gat_options *o, struct gat_arena *a,
                          struct gat_backend_ref **out);
/* All objects of one folder, by name; how many. */
unsigned gat_backends_folder(struct gat_arena *a, const char *folder,
                             struct gat_backend_ref **out);
/* Say on stderr why one cannot be opened; the exit code, 0 for one that nobody named where this
 * machine lacks what it needs. */
int gat_backend_unopened(const struct gat_backend_ref *b, bool missing, const struct gat_error *e);

#endif
