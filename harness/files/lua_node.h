/* lua_node.h - tables of a script as the tree that a YAML file would have been.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LUA_NODE_H
#define GAT_LUA_NODE_H

#include "files/lua_host.h"
#include "files/yaml_tree.h"

/* Texts outlive the nodes: elements of type string point at them. */
struct gat_lua_tree {
    const char *file;
    unsigned line;         /* of all nodes */
    struct gat_arena *nodes, *texts;
    size_t left;           /* nodes that may still be made */
    char *chunk;           /* small texts are packed */
    size_t chunk_left;
};

/* The value at `at`: a list, a map with texts as keys, or a text.  Functions under
 * the key `skip` of the outermost map are left out.  Raises what cannot be one. */
const struct gat_node *gat_lua_node(lua_State *L, int at, struct gat_lua_tree *t,
                                    const char *skip);

#endif
