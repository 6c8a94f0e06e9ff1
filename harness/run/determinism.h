/* determinism.h - does a backend give the same answer again, where several are right?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DETERMINISM_H
#define GAT_DETERMINISM_H

#include "cli/command.h"
#include "run/run.h"

/* The answers of one member that passed so far. */
struct gat_answers {
    bool any, open, varies;
    uint64_t hash;     /* of the first, where later ones are compared with it */
    gat_reading_set readings; /* that all of them satisfy */
    enum gat_verdict_class observed;
};
void gat_answers_see(struct gat_answers *seen, const struct gat_run *r,
                     const struct gat_expectation *x, const struct gat_reply *reply,
                     const struct gat_judgement *j);
/* The member has passed: add what was seen to its point. */
void gat_answers_tally(struct gat_session *s, unsigned point, const struct gat_member *m,
                       unsigned k, const struct gat_answers *seen);

/* --repeat as a number, --threads and --settings as options; an exit code. */
int gat_answers_options(struct gat_run *r);
/* A backend with each of the settings in place of each backend. */
void gat_settings_expand(struct gat_run *r);
/* The line and the member of the record of a variant. */
void gat_determinism_report(const struct gat_session *s, const struct gat_variant_tally *t,
                            json_t *record);

int gat_threads_read(struct gat_arena *a, const char *text, unsigned **out, unsigned *count);

#endif
