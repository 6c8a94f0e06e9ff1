/* gathers.h - what every gather does; private to ref.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_GATHERS_H
#define GAT_GATHERS_H

#include "demands.h"

void ref_gather_run(const struct ref_case *c, struct ref_answer *a, void *scratch);
/* Where an element of the output comes from: data, or nowhere. */
struct ref_source ref_gather_source(const struct ref_case *c, const struct ref_answer *a,
                                    int64_t element);

#endif
