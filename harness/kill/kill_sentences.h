/* kill_sentences.h - does the first diagnosis of a drawn fault name its effect?
 *
 * The table (tests/drawn/sentences.txt) says what a diagnosis must say for that.  It was
 * written before the diagnoses were looked at, and sentences that fit any fault name nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_SENTENCES_H
#define GAT_KILL_SENTENCES_H

#include "kill/kill_drawn.h"

/* Set `named` of each fault that was killed.  False and a sentence where the table is not
 * there or not readable. */
bool gat_sentences_read(struct gat_drawn *d, const char *path, struct gat_error *e);

#endif
