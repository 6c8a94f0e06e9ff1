/* fields.c - a map of known keys into a struct, by a table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "files/fields.h"

#include "files/word_lists.h"

static bool name_read(const struct gat_node *n, const char **out, struct gat_error *e)
{
    return gat_node_text(n, out, e) &&
           (gat_name_valid(*out) ||
            gat_node_fail(e, n, "a name has at most 100 of a-z, 0-9, '.', '_' and '-'"));
}

static bool field_read(const struct gat_node *n, const struct gat_field *f, void *out,
                       struct gat_error *e)
{
    void *at = (char *)out + f->at;
    switch (f->kind) {
    case GAT_FIELD_TEXT:
        return gat_node_text(n, at, e);
    case GAT_FIELD_NAME:
        return name_read(n, at, e);
    case GAT_FIELD_INT:
        return gat_node_int(n, at, e);
    case GAT_FIELD_BOOL:
        return gat_node_bool(n, at, e);
    case GAT_FIELD_NODE:
        break;
    }
    *(const struct gat_node **)at = n;
    return true;
}

bool gat_fields_read(const struct gat_node *map, const struct gat_field *fields, void *out,
                     struct gat_error *e)
{
    const char *keys[GAT_MOST_FIELDS + 1] = {NULL};
    for (int k = 0; k < GAT_MOST_FIELDS && fields[k].key != NULL; k++)
        keys[k] = fields[k].key;
    if (!gat_node_keys(map, keys, e))
        return false;
    for (const struct gat_field *f = fields; f->key != NULL; f++) {
        const struct gat_node *n = gat_node_get(map, f->key);
        if (n == NULL && f->required)
            return gat_node_fail(e, map, "the key '%s' is missing", f->key);
        if (n != NULL && !field_read(n, f, out, e))
            return false;
    }
    return true;
}
