/* telling.h - the features that may explain why cases fail.
 *
 * A cause is told by what its cases have and passing cases have not, so each case is looked at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TELLING_H
#define GAT_TELLING_H

#include "oracle/expectation.h"

enum gat_telling {
#define TELLING(feature, words) GAT_TELLING_##feature,
#include "study/telling.def"
    GAT_TELLINGS
};
_Static_assert(GAT_TELLINGS <= 64, "a set of them is one word");

/* The set of those that the case has; `scratch` holds what is needed on the way. */
uint64_t gat_telling_find(const struct gat_expectation *x, struct gat_arena *scratch);
/* "an index below 0" */
const char *gat_telling_words(unsigned k);

#endif
