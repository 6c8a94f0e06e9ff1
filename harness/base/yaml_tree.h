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
struct gat_node {
    enum gat_node_kind kind;
    unsigned line, column; /* from 1 */
    const char *file;
    bool quoted;      /* TEXT that was written in quotes */
    const char *text; /* TEXT: terminated; may hold NUL bytes before `size` */
    size_t size;
    size_t count;                  /* LIST: items; MAP: pairs */
    const struct gat_node **items; /* LIST: items; MAP: values */
    const struct gat_node **keys;  /* MAP only, always TEXT */
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
