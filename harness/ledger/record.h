/* record.h - what a run writes for reports: one JSON object per line.
 *
 * The format is docs/reference/records.md; docs/reference/records.schema.json states it for programs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RECORD_H
#define GAT_RECORD_H

#include "run/run.h"

/* One JSON object as one line; steals the reference. */
void gat_record_write(struct gat_output *o, json_t *record);

/* record_head.c: what stands before the verdicts. */
void gat_record_start(struct gat_run *r);
/* The first record of a run; a new reference. */
json_t *gat_start_json(struct gat_run *r);
json_t *gat_backend_json(const struct gat_session *s);

/* record_point.c: a case, and its point.  `nth` counts the failing cases of the point
 * that came before: the first few keep their picture. */
void gat_record_case(struct gat_session *s, const struct gat_point_state *p,
                     struct gat_finding *f, const char *name, const char *repeat,
                     unsigned nth);
void gat_record_point(struct gat_session *s, const struct gat_point_state *p);

/* Pieces that several records share; new references. */
json_t *gat_counts_json(const unsigned long count[GAT_V_COUNT]);
json_t *gat_observed_json(const struct gat_tally *t);
json_t *gat_gaps_json(const struct gat_tally *t);
/* A member that is left out where it is 0. */
void gat_record_count(json_t *record, const char *key, unsigned long n);

#endif
