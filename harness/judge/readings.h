/* readings.h - how a backend reads its document, in the words of the clauses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_READINGS_H
#define GAT_READINGS_H

#include "judge/judge.h"

/* The readings that fit `combinations`, a set of the profile's: "clause: reading" for each
 * clause that lost a reading; "" if none did. */
void gat_readings_print(const struct gat_spec *s, const struct gat_profile *p,
                        gat_reading_set combinations, char *out, size_t size);

#endif
