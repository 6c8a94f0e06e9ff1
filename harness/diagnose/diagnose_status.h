/* diagnose_status.h - sentences about what a backend reported.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIAGNOSE_STATUS_H
#define GAT_DIAGNOSE_STATUS_H

#include "diagnose/ruling.h"

/* diagnose_status.c and diagnose.c: clause, element and sentence of a ruling that
 * is not a pass. */
void gat_diagnose_status(const struct gat_expectation *x, const struct gat_reply *r,
                         const struct gat_ruling *ruling, struct gat_judgement *out);
/* ", where a range error is due: indices[0] = 7 is outside [0, 4]": what a call deserves. */
void gat_due_add(const struct gat_expectation *x, struct gat_sentence *s);
/* Id of the clause by which a call deserves an answer or an error; NULL: anything may happen. */
const char *gat_due_clause(const struct gat_expectation *x);
/* Id of the clause about `rule`, or "". */
const char *gat_clause_id(const struct gat_expectation *x, enum ref_rule rule);
/* " (1 in 32 bits)", of an index out of range whose low bits are inside. */
void gat_index_cut_add(const struct ref_case *c, const struct ref_answer *a, int64_t at,
                       struct gat_sentence *s);

#endif
