/* fuzz_run.h - rounds of cases: draw, run, keep what is new.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_RUN_H
#define GAT_FUZZ_RUN_H

#include "hunt/fuzz.h"

/* Rounds until it is over. */
void gat_fuzz_run(struct gat_fuzz *f);

#endif
