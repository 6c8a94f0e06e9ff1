/* last_words.h - what a worker still says when it is about to end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LAST_WORDS_H
#define GAT_LAST_WORDS_H

#include "worker/ring.h"

/* From now on a fatal signal and exit() leave word in `back`.  Handlers stand before the
 * backend is loaded: one that brings its own keeps them. */
void gat_last_words_prepare(struct gat_back *back, const uint32_t *here);
/* End the worker because its adapter broke the protocol, and say how. */
_Noreturn void gat_last_words_protocol(const char *why);

#endif
