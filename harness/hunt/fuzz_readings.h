/* fuzz_readings.h - answers that each are right, and together fit no reading.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_READINGS_H
#define GAT_FUZZ_READINGS_H

#include "hunt/fuzz.h"

/* Keep a case that left fewer readings; keep only those that are needed to
 * leave none; make each as small as it can be, and tell whether none can be smaller. */
void gat_witness_note(struct gat_fuzz *f, struct gat_hunt *h, const struct gat_candidate *c,
                      gat_reading_set readings, unsigned long number);
void gat_witnesses_thin(struct gat_hunt *h);
bool gat_witnesses_shrink(struct gat_fuzz *f, struct gat_hunt *h);

#endif
