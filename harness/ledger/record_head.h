/* record_head.h - the records before the verdicts: what was asked for, of what, where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RECORD_HEAD_H
#define GAT_RECORD_HEAD_H

#include "ledger/record.h"

/* The part of a record that stands before the verdicts. */
void gat_record_start(struct gat_run *r);
/* The first record of a run; a new reference. */
json_t *gat_start_json(struct gat_run *r);
json_t *gat_backend_json(const struct gat_session *s);

#endif
