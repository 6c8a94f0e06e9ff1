/* fuzz_end.h - when a search is over: its time, its cases, or somebody interrupts it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_END_H
#define GAT_FUZZ_END_H

#include "hunt/fuzz.h"

/* From here on SIGINT and SIGTERM end searches; they are noted, nothing else. */
void gat_fuzz_listen(void);
bool gat_fuzz_interrupted(void);
/* Time or number of cases is spent, or the user wants an end. */
bool gat_fuzz_over(const struct gat_fuzz *f);

#endif
