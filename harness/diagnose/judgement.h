/* judgement.h - a verdict with its reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_JUDGEMENT_H
#define GAT_JUDGEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/variant.h"

enum gat_verdict_class {
#define VERDICT(id, name, clause, sentence) GAT_V_##id,
#include "diagnose/verdicts.def"
#undef VERDICT
    GAT_V_COUNT
};

struct gat_judgement {
    enum gat_verdict_class verdict;
    const char *clause;    /* id of the clause that was broken or "" */
    const char *owed;      /* of a death: the clause that has an outcome for it, or NULL */
    bool owes_error;       /* ... which is an error */
    int sent;              /* ... its signal, where that comes from outside a call; or 0 */
    gat_reading_set readings;     /* set of combinations that the answer satisfies */
    bool latitude;         /* two answers may legitimately differ here */
    bool one_call;         /* an element is wrong in one of the two calls alone */
    /* for WRONG, UNWRITTEN, UNSTABLE: the first element */
    int64_t element, n_wrong;
    unsigned mistakes;     /* of which the diagnosis says that each explains it; 0: none does */
    unsigned tells;        /* how much the diagnosis tells, beside others: see verdict.h */
    enum gat_verdict_class observed; /* of a pass: what --strict would have found, or
                                        GAT_V_PASS */
    uint32_t left;         /* set of enum gat_leftover: what stays in the process */
    char came[100];        /* of ACCEPTED: what the output holds, in words; else "" */
    char diagnosis[480];   /* one sentence: what is wrong and where it came from;
                              no addresses, no process ids */
};

#endif
