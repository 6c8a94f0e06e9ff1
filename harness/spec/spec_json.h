/* spec_json.h - a variant as JSON, for `list` and `explain`; printing of JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_JSON_H
#define GAT_SPEC_JSON_H

#include <jansson.h>

#include "cli/command.h"
#include "spec/variant.h"

/* New references. */
json_t *gat_texts_json(const struct gat_list *texts);
json_t *gat_types_json(uint32_t types);
json_t *gat_spec_json(const struct gat_spec *s);
/* The part of a variant that says how the operator is called. */
json_t *gat_call_json(const struct gat_spec *s);
json_t *gat_clause_json(const struct gat_clause *c);
/* Print to stdout and release; an exit code. */
int gat_json_print(json_t *value);

#endif
