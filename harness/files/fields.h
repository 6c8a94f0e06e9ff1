/* fields.h - a map of known keys into a struct, by a table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FIELDS_H
#define GAT_FIELDS_H

#include "files/yaml_tree.h"

enum gat_field_kind {
    GAT_FIELD_NODE, /* const struct gat_node *: whatever stands there */
    GAT_FIELD_TEXT, /* const char * */
    GAT_FIELD_NAME, /* const char *, valid as gat_name_valid() says */
    GAT_FIELD_INT,  /* int64_t */
    GAT_FIELD_BOOL  /* bool */
};
enum { GAT_MOST_FIELDS = 24 };

struct gat_field {
    const char *key; /* NULL ends a table */
    enum gat_field_kind kind;
    bool required;
    size_t at; /* offset in what the table fills */
};
#define GAT_FIELD(type, member, word, kind, required) \
    {word, GAT_FIELD_##kind, required, offsetof(type, member)}

/* Fill `out` from a map that has these keys and no others; what is not there stays.  False
 * and *e at an unknown key, a missing one, or a value of another kind. */
bool gat_fields_read(const struct gat_node *map, const struct gat_field *fields, void *out,
                     struct gat_error *e);

#endif
