/* verdict.h - names and sentences of the verdicts, and which of them fail.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_VERDICT_H
#define GAT_VERDICT_H

#include "diagnose/judgement.h"

const char *gat_verdict_name(enum gat_verdict_class v);
const char *gat_verdict_sentence(enum gat_verdict_class v);
/* The clause of our own that such a case breaks; "" where it is the document's. */
const char *gat_verdict_clause(enum gat_verdict_class v);
/* The demand of a clause of our own, by its id; "" for any other. */
const char *gat_own_clause(const char *id);
/* Does this verdict show that something is wrong, whether it fails or not? */
bool gat_verdict_finds(enum gat_verdict_class v);
/* Does a case with this verdict keep a backend from conforming? */
bool gat_verdict_fails(enum gat_verdict_class v);
/* How much a diagnosis tells a reader: most if one mistake explains the answer, less if several
 * would, if only one of the two calls shows it, and if it does not show alone. */
unsigned gat_verdict_tells(enum gat_verdict_class v, unsigned mistakes, bool both_calls);
/* The same when the case passes alone. */
unsigned gat_verdict_tells_crowd(unsigned tells);

#endif
