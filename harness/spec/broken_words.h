/* broken_words.h - what is wrong with a call that breaks a demand, in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BROKEN_WORDS_H
#define GAT_BROKEN_WORDS_H

#include "ref.h"

/* "batch_dims is negative", of the rule by which such a call is judged; NULL: no call breaks it. */
const char *gat_broken_words(enum ref_rule rule);

#endif
