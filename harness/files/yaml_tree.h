/* yaml_tree.h - YAML (and the JSON in it) as a tree whose nodes know their place.
 *
 * All bytes are hostile: size, depth and number of nodes are bounded; anchors,
 * aliases, tags, merge keys, duplicate keys and a second document are refused.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_YAML_TREE_H
#define GAT_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "error.h"

enum gat_node_kind { GAT_NODE_TEXT, GAT_NODE_LIST, GAT_NODE_MAP };
/* There are very many, so they are small. */
struct gat_node {
    const char *file;
    const char *text;              /* TEXT: terminated; may hold NUL bytes before `size` */
    const struct gat_node **items; /* LIST: items; MAP: values */
    const struct gat_node **keys;  /* MAP only, always TEXT */
    uint32_t size, count;          /* bytes of TEXT; LIST: items; MAP: pairs */
    uint32_t line;                 /* from 1 */
    uint32_t column : 29;          /* likewise */
    uint32_t kind : 2;             /* enum gat_node_kind */
    uint32_t quoted : 1;           /* TEXT that was written in quotes */
};

/* Read a file, or `size` bytes that are called `name` in messages.  The tree and
 * its texts live in `a`.  NULL and *e on failure. */
const struct gat_node *gat_yaml_read(struct gat_arena *a, const char *path, struct gat_error *e);
const struct gat_node *gat_yaml_parse(struct gat_arena *a, const char *name, const void *bytes,
                                      size_t size, struct gat_error *e);

/* A value by its key, or NULL. */
const struct gat_node *gat_node_get(const struct gat_node *map, const char *key);
/* A value that must be there. */
bool gat_node_need(const struct gat_node *map, const char *key,
                   const struct gat_node **out, struct gat_error *e);
/* The one of `known` (NULL ends) that a word was meant for: what documents call it, or how it is
 * nearly spelt; or NULL. */
const char *gat_meant(const char *word, const char *const *known);
/* Is this a map with no other keys than these (NULL ends)?  Else *e names the
 * first unknown one and what was probably meant. */
bool gat_node_keys(const struct gat_node *map, const char *const *known, struct gat_error *e);
/* Read a node as one type; false and *e if it is of another. */
bool gat_node_text(const struct gat_node *n, const char **out, struct gat_error *e);
bool gat_node_int(const struct gat_node *n, int64_t *out, struct gat_error *e);
bool gat_node_bool(const struct gat_node *n, bool *out, struct gat_error *e);
/* gat_fail with the place of a node. */
bool gat_node_fail(struct gat_error *e, const struct gat_node *n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
