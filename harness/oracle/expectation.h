/* expectation.h - what the oracle says about a case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPECTATION_H
#define GAT_EXPECTATION_H

#include "suite/catalog.h"

/* The answer of the oracle for a member: made before the worker is asked, because
 * buffers are sized by it.  Lives in the arena it was made in. */
struct gat_expectation {
    const struct gat_member *member;
    struct ref_answer answer; /* canonical, by the decided reading */
    bool oracle_wrong;        /* it contradicts a literal of the case: a suite error */
    bool weak;                /* a wrong position could not have shown */
    char oracle_why[160];
};

#endif
