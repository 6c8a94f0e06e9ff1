/* export_answers.h - which answers a case admits, told apart from the readings that make them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPORT_ANSWERS_H
#define GAT_EXPORT_ANSWERS_H

#include "export/export.h"

unsigned gat_export_answers(const struct gat_expectation *x, struct gat_arena *a,
                            struct gat_export_answer **out);

#endif
