/* spec_json.h - a variant as JSON, for `list specs` and `explain`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_JSON_H
#define GAT_SPEC_JSON_H

#include <jansson.h>

#include "spec.h"

/* New references. */
json_t *gat_types_json(uint32_t types);
json_t *gat_spec_json(const struct gat_spec *s);
json_t *gat_clause_json(const struct gat_clause *c);

#endif
