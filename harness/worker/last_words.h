/* last_words.h - what a worker still says when it is about to end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LAST_WORDS_H
#define GAT_LAST_WORDS_H

#include "exchange/ring.h"

/* From now on a fatal signal and exit() leave word in `back`.  Handlers stand before the
 * backend is loaded.  One that brings its own gets the faults outside of the span of `size`
 * bytes (fault_chain.h), and keeps its handlers of all other signals. */
void gat_last_words_prepare(struct gat_back *back, const uint32_t *here, const void *span,
                            size_t size);
/* End the worker because its adapter broke the protocol, and say how. */
_Noreturn void gat_last_words_protocol(const char *why);

#endif
