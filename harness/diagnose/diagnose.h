/* diagnose.h - where a wrong element of the output came from.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIAGNOSE_H
#define GAT_DIAGNOSE_H

#include "diagnose/ruling.h"

void gat_diagnose_value(const struct gat_expectation *x, const struct gat_reply *r,
                        const struct gat_ruling *ruling, struct gat_judgement *out);
void gat_tracer_start(struct gat_tracer *t, const struct gat_expectation *x,
                      const struct gat_reply *r, unsigned call, int64_t first_wrong);
void gat_trace_element(struct gat_tracer *t, int64_t element, struct gat_traced *out);

#endif
