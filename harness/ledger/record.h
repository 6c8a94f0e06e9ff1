/* record.h - what a run writes for reports: one JSON object per line.
 *
 * The format is docs/reference/records.md; docs/reference/records.schema.json states it for
 * programs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RECORD_H
#define GAT_RECORD_H

#include "run/run.h"

/* Pieces that several records share; new references. */
json_t *gat_counts_json(const unsigned long count[GAT_V_COUNT]);
json_t *gat_observed_json(const struct gat_tally *t);
json_t *gat_gaps_json(const struct gat_tally *t);
/* A member that is left out where it is 0. */
void gat_record_count(json_t *record, const char *key, unsigned long n);

#endif
