/* drawn_facts_part.h - conditions on what operands hold; for drawn_facts.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_FACTS_PART_H
#define DRAWN_FACTS_PART_H

#include "drawn_facts.h"

bool drawn_pattern_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d);
bool drawn_value_holds(enum drawn_condition id, const struct drawn_call *d);
bool drawn_bad_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d);

#endif
