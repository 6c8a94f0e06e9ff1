/* adapter_call.h - a call of the table as one line to the program, and its answer back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_CALL_H
#define GAT_ADAPTER_CALL_H

#include "worker/adapter.h"

/* The table's run(), and its infer() where the manifest has "infer". */
gat_status gat_adapter_run(void *context, const struct gat_call *call);
gat_status gat_adapter_infer(void *context, const struct gat_call *call, uint32_t k,
                             struct gat_inferred *out);

/* ---- for adapter_together.c: the parts of it.  `base`: where the call's memory begins ---- */

/* What a line says of a call, from its operator on; the offset after its inputs. */
size_t gat_call_say(struct gat_adapter *a, const struct gat_call *call);
/* And of its output; the offset after that. */
size_t gat_call_say_output(struct gat_adapter *a, const struct gat_tensor *out);
bool gat_call_has_text(const struct gat_call *call);
void gat_call_inputs_put(struct gat_adapter *a, const struct gat_call *call, size_t base);
void gat_call_output_put(struct gat_adapter *a, const struct gat_tensor *t, size_t base);
bool gat_call_output_take(struct gat_adapter *a, const struct gat_tensor *t, gat_status status,
                          size_t base);
/* An answer of n bytes to this call; numbered: it says to which one. */
bool gat_call_answer_read(struct gat_adapter *a, const struct gat_call *asked, const char *text,
                          size_t n, bool numbered, gat_status *status);

#endif
