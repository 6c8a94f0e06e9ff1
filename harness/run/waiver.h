/* waiver.h - failures that somebody bears for a while, with a reason.
 *
 * backends/<name>.waivers.yaml; docs/reference/formats.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WAIVER_H
#define GAT_WAIVER_H

#include "run/run.h"

struct gat_waiver {
    const char *file;
    unsigned line;
    const char *pattern, *reason, *owner, *link, *expires, *versions;
    const char *const *answers; /* globs, one of which "VERDICT: DIAGNOSIS" fits; NULL: any */
    const char *kind; /* what the failure is: a word of gat_waiver_kinds, or "" */
    bool expired;       /* it does not hold any more */
    bool other_version; /* it is not for this version of the backend */
    unsigned long failed, passed; /* of all points so far */
};

/* defect, extension, ambiguity; NULL ends. */
extern const char *const gat_waiver_kinds[];
/* The waivers of every backend that is open; an exit code. */
int gat_waivers_read(struct gat_run *r);

/* Note that a member of an open point passed (`failed` is NULL) or failed so; the waiver
 * that bears the failure, or NULL. */
const struct gat_waiver *gat_waivers_note(struct gat_session *s,
                                          struct gat_point_state *state, unsigned member,
                                          const struct gat_judgement *failed);
/* Add the counts of a complete point to those of the backend. */
void gat_waivers_point(struct gat_session *s, const struct gat_point_state *state);
void gat_waiver_count_add(struct gat_arena *a, struct gat_point_state *into,
                          unsigned waiver, unsigned failed, unsigned passed);

void gat_waivers_merge(struct gat_arena *a, struct gat_point_state *into,
                       const struct gat_point_state *from);
/* The waivers of a point and their cases, for its record; a new reference. */
json_t *gat_waivers_json(const struct gat_point_state *p);

/* A line and a record for each waiver of the backend; wrong ones fail the run. */
void gat_waivers_report(struct gat_session *s);
/* As a member of a case's record; a new reference. */
json_t *gat_waiver_json(const struct gat_waiver *w);
/* The waivers that the records of a section have. */
void gat_waivers_recall(struct gat_arena *a, const json_t *records, struct gat_waiver **list,
                        unsigned *n);

#endif
