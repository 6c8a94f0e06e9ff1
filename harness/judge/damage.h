/* damage.h - bits lost on the way from the right place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DAMAGE_H
#define GAT_DAMAGE_H

#include "base/sentence.h"

/* If `got` is `want` with its sign of zero, its NaN payload or its byte order
 * spoilt, say so and return true. */
bool gat_damage_tell(enum gat_dtype t, const void *got, const void *want,
                     struct gat_sentence *s);
/* The same where only the beginning is right.  `poison` filled the output. */
bool gat_cut_tell(enum gat_dtype t, const void *got, const void *want,
                  unsigned char poison, struct gat_sentence *s);

#endif
