/* vector_json.h - one case as JSON: operands to the bit, and the set of results that conform.
 *
 * docs/reference/vectors.schema.json states the format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_VECTOR_JSON_H
#define GAT_VECTOR_JSON_H

#include <jansson.h>

#include "export/export.h"

enum { GAT_VECTORS_FORMAT = 1, GAT_VECTOR_MOST = 4 << 20 /* bytes of an output */ };

/* A new reference. */
json_t *gat_vector_json(const struct gat_export *x);

/* Read elements from bytes in hexadecimal, least significant byte first (of strings: from a list of
 * such texts), into `out`, an array with type and shape; they live in `a`.  False
 * when the number of bytes is another. */
bool gat_hex_read(const json_t *j, struct gat_arena *a, struct gat_array *out);

#endif
