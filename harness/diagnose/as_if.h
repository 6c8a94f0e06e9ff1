/* as_if.h - is a wrong answer, as a whole, what other indices give?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_AS_IF_H
#define GAT_AS_IF_H

#include "base/sentence.h"
#include "oracle/expectation.h"
#include "oracle/next_wrong.h"

/* "; the whole answer is as if indices were read as numbers of 32 bits": the oracle is asked
 * with these. */
void gat_as_if_tell(const struct gat_expectation *x, const void *output,
                    const struct gat_written *written, struct gat_sentence *t);

#endif
