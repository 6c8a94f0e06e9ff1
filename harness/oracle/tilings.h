/* tilings.h - which tilings a variant allows for a given shape.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TILINGS_H
#define GAT_TILINGS_H

#include "cli/command.h"
#include "spec/spec.h"

/* explain VARIANT --shape DATA[/INDICES] --axis N; an exit code. */
int gat_tilings_explain(const struct gat_spec *s, const struct gat_options *o);

#endif
