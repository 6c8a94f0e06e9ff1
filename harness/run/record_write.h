/* record_write.h - a record as a line of the file of records, of stdout, or of both.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RECORD_WRITE_H
#define GAT_RECORD_WRITE_H

#include "run/run.h"

/* One JSON object as one line; steals the reference. */
void gat_record_write(struct gat_output *o, json_t *record);
/* Are records written at all? */
bool gat_records_kept(const struct gat_output *o);

#endif
