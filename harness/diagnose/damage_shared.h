/* damage_shared.h - how the bits of all wrong elements differ from those due.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DAMAGE_SHARED_H
#define GAT_DAMAGE_SHARED_H

#include "diagnose/subject.h"

/* The damages (damage.h) that explain the wrong element `s` and a sample of the others; where an
 * operand has `held` its value elsewhere, only those that would hardly be seen by chance. */
uint64_t gat_damages_shared(const struct gat_expectation *x, const void *output,
                            const struct gat_subject *s, bool held);
/* Are there elements that such damage would have changed, and which are right?  Of many not all are
 * asked. */
bool gat_damage_spares(const void *output, const struct gat_subject *s, uint64_t damages);
/* Did another number of the same operand come as it is, which no damage makes what this one is? */
bool gat_damage_numbers_come(const void *output, const struct gat_subject *s);

#endif
