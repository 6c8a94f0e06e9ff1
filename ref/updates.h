/* updates.h - a copy of data in which updates are placed; private to ref.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_UPDATES_H
#define GAT_UPDATES_H

#include "demands.h"

/* Where updates go, one after the other. */
struct ref_route {
    int64_t count; /* of updates */
    void (*start)(struct ref_route *r, const struct ref_case *c, const struct ref_answer *a);
    /* The element that update number u goes to, or a negative number: see ref_position.
     * Asked for 0, 1, 2, ... behind start(). */
    int64_t (*next)(struct ref_route *r, const struct ref_case *c, const struct ref_answer *a,
                    int64_t u);
};

size_t ref_updates_scratch(const struct ref_case *c, const struct ref_answer *a);
/* The output as a copy of data with the updates in it; what several updates of one
 * element admit goes into `scratch`, if there is some. */
void ref_updates_run(const struct ref_case *c, struct ref_answer *a, struct ref_route *r,
                     void *scratch);
/* Where an element of the output comes from: its update, or data. */
struct ref_source ref_updates_source(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t element);

#endif
