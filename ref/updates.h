/* updates.h - a copy of data in which updates are placed; private to ref.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_UPDATES_H
#define GAT_UPDATES_H

#include "demands.h"

size_t ref_updates_scratch(const struct ref_case *c, const struct ref_answer *a);
/* The output as a copy of data with the updates in it; what several updates of one
 * element admit goes into `scratch`, if there is some. */
void ref_updates_run(const struct ref_case *c, struct ref_answer *a, void *scratch);
/* Where an element of the output comes from: its update, or data. */
struct ref_source ref_updates_source(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t element);

#endif
