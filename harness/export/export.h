/* export.h - one case as a file that needs no gatherum, in one of several formats.
 *
 * A format is one file harness/export/export_<name>.c that says GAT_EXPORT_FORMAT(name) = ...;
 * nothing else is edited.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPORT_H
#define GAT_EXPORT_H

#include <stdio.h>

#include "cli/command.h"
#include "engine/engine.h"
#include "judge/judge.h"

/* All that is known of the case.  It is no giant, and at most GAT_EXPORT_MOST bytes. */
enum { GAT_EXPORT_MOST = 2 << 20 };
struct gat_export {
    const char *const *paths; /* folders that may hold reports/, for parts */
    const char *out;          /* --out, or NULL */
    const char *backend;      /* --backend, or NULL */
    struct gat_arena *arena;
    uint64_t seed;
    const struct gat_member *member;
    const struct gat_expectation *expectation;
    struct gat_job job; /* inputs, attributes, output and how they lie in memory */
};

struct gat_export_format {
    const char *name;
    const char *sentence; /* for --help, and for the message about an unknown format */
    bool giants;        /* it can state sparse data */
    const char *ending; /* of names of its files, with the dot; "" for folders */
    int (*write)(const struct gat_export *x); /* an exit code; what is wrong was told */
    /* NULL, or why no such file holds the case; may be NULL itself. */
    const char *(*misfit)(const struct gat_export *x);
};
#define GAT_EXPORT_FORMAT(id)                                                        \
    static const struct gat_export_format gat_export_##id;                           \
    __attribute__((used, section("gat_exports")))                                    \
    static const struct gat_export_format *const gat_export_entry_##id =             \
        &gat_export_##id;                                                            \
    static const struct gat_export_format gat_export_##id

/* export_text.c: a text that grows by printing; closing gives it to the arena. */
struct gat_export_text {
    FILE *to;
    char *bytes;
    size_t size;
};

/* export_answers.c: the answers that are admitted, one per reading of the document under
 * which they differ; the decided reading is the first. */
struct gat_export_answer {
    const char *reading;  /* "" where there is one answer */
    const char *readings; /* all that lead to it, with "; " between them */
    struct ref_answer answer;
};

/* Bytes of the operands and the output; SIZE_MAX where they cannot be counted. */
size_t gat_export_bytes(const struct gat_job *job);
/* NULL, or why no file (or only one that knows giants) can hold the case, as the rest of a sentence
 * about it. */
const char *gat_export_misfit(const struct gat_expectation *x, bool giants, struct gat_arena *a);
void gat_export_make(const struct gat_expectation *x, uint64_t seed, struct gat_arena *a,
                     struct gat_export *out);
/* For formats that are one text: to stdout, or whole to what --out names. */
int gat_export_text(const struct gat_export *x, const char *text);

#endif
