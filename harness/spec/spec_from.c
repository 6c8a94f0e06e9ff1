/* spec_from.c - a variant's file with what it has from its parents, as one map.
 *
 * A key that a file lacks is its parent's.  Clauses are told apart by their ids, everything else
 * by its key.  A list of clauses may name some that stand in another file.  Each node keeps the
 * file and line where it stands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "files/word_lists.h"
#include "spec/spec_from.h"

enum { MOST_PARENTS = 2, MOST_CLAUSES = 1000 };

struct flattening {
    struct gat_arena *arena;
    gat_spec_find *find;
    void *user;
    struct gat_error *error;
};

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list != NULL && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

static bool version_check(const struct gat_node *root, struct gat_error *e)
{
    const struct gat_node *version;
    int64_t number;
    if (root->kind != GAT_NODE_MAP)
        return gat_node_fail(e, root, "a map is due here: key: value");
    if (!gat_node_need(root, "spec", &version, e) || !gat_node_int(version, &number, e))
        return false;
    if (number == 1)
        return gat_node_fail(e, version,
                             "this is the first form of specs; tools/setup/spec_convert.py "
                             "FILE prints the second, which docs/reference/formats.md describes");
    return number == 2 || gat_node_fail(e, version, "this gatherum reads format 2 of specs");
}

/* The place of that id in a list of clauses; its length: there is none. */
static size_t clause_at(const struct gat_node *list, const char *id)
{
    size_t k = 0;
    while (k < list->count && (list->items[k]->kind != GAT_NODE_MAP || list->items[k]->count == 0 ||
                               strcmp(list->items[k]->keys[0]->text, id) != 0))
        k++;
    return k;
}

static void clause_add(struct flattening *f, struct gat_node *list, const struct gat_node *clause)
{
    GAT_GROW(f->arena, list->items, list->count);
    list->items[list->count++] = clause;
}

/* "- gather/onnx-13: [value, slices]": these clauses of that file, in its place. */
static bool named_add(struct flattening *f, const struct gat_node *n, struct gat_node *list)
{
    const char *file = n->keys[0]->text, **ids;
    const struct gat_spec_sheet *sheet = f->find != NULL ? f->find(f->user, file) : NULL;
    const struct gat_node *theirs = sheet != NULL ? gat_node_get(sheet->root, "clauses") : NULL;
    unsigned count;
    if (theirs == NULL || theirs->kind != GAT_NODE_LIST)
        return gat_node_fail(f->error, n, "there is no variant '%.100s' with clauses", file);
    if (!gat_words_read(f->arena, n->items[0], &ids, &count, f->error))
        return false;
    for (unsigned k = 0; k < count; k++) {
        size_t at = clause_at(theirs, ids[k]);
        if (at == theirs->count)
            return gat_node_fail(f->error, n, "no clause '%.100s' stands in the file of %.100s",
                                 ids[k], file);
        clause_add(f, list, theirs->items[at]);
    }
    return true;
}

/* The map of a file; among its clauses those of other files that it names.  NULL and an error. */
static const struct gat_node *root_fill(struct flattening *f, const struct gat_node *root)
{
    const struct gat_node *list = gat_node_get(root, "clauses");
    if (list == NULL || list->kind != GAT_NODE_LIST)
        return root;
    struct gat_node *map = GAT_NEW(f->arena, struct gat_node);
    struct gat_node *all = GAT_NEW(f->arena, struct gat_node);
    *map = *root;
    map->items = GAT_NEW_N(f->arena, const struct gat_node *, root->count);
    for (size_t k = 0; k < root->count; k++)
        map->items[k] = root->items[k] == list ? all : root->items[k];
    *all = *list;
    all->items = NULL;
    all->count = 0;
    for (size_t k = 0; k < list->count; k++) {
        const struct gat_node *n = list->items[k];
        if (n->kind != GAT_NODE_MAP || n->count != 1 || strchr(n->keys[0]->text, '/') == NULL)
            clause_add(f, all, n);
        else if (!named_add(f, n, all))
            return NULL;
    }
    return map;
}

/* Does each begin with an id that no other has? */
static bool clauses_check(const struct gat_node *list, struct gat_error *e)
{
    if (list->kind != GAT_NODE_LIST || list->count == 0 || list->count > MOST_CLAUSES)
        return gat_node_fail(e, list, "a list of 1 to %d clauses is due here", MOST_CLAUSES);
    for (size_t k = 0; k < list->count; k++) {
        const struct gat_node *n = list->items[k];
        if (n->kind != GAT_NODE_MAP || n->count == 0)
            return gat_node_fail(e, n, "a clause is due here: its id and what it demands, then "
                                       "where it stands");
        const char *id = n->keys[0]->text;
        size_t first = clause_at(list, id);
        if (!gat_name_valid(id))
            return gat_node_fail(e, n, "the id of a clause has at most 100 of a-z, 0-9, '.', '_' "
                                       "and '-'");
        if (first < k)
            return gat_node_fail(e, n, "clause %s stands here a second time; the first is in "
                                       "line %u", id, list->items[first]->line);
    }
    return true;
}

/* Read `without`: each of its words is a clause of the parent, or a key that a variant may lack. */
static bool without_read(struct flattening *f, const struct gat_node *n,
                         const struct gat_node *parent, const char ***out)
{
    static const char *const optional[] = {"like", "calls", "profiles", NULL};
    const struct gat_node *list = gat_node_get(parent, "clauses");
    const char **known = GAT_NEW_N(f->arena, const char *, list->count + 4);
    unsigned count;
    *out = GAT_NEW_N(f->arena, const char *, 1);
    if (n == NULL)
        return true;
    if (!gat_words_read(f->arena, n, out, &count, f->error))
        return false;
    size_t m = 0;
    for (; m < list->count; m++)
        known[m] = list->items[m]->keys[0]->text;
    for (unsigned k = 0; optional[k] != NULL; k++)
        if (gat_node_get(parent, optional[k]) != NULL)
            known[m++] = optional[k];
    for (unsigned k = 0; k < count; k++)
        if (!is_one_of((*out)[k], known))
            return gat_unknown_fail(f->error, n->kind == GAT_NODE_LIST ? n->items[k] : n,
                                    "clause of the parent", known);
    return true;
}

/* Both lists: a clause of the child takes the place of the parent's of the same id; a new one
 * stands after the clause that it follows in the child's list, or else at the end. */
static const struct gat_node *clauses_merge(struct flattening *f, const struct gat_node *child,
                                            const struct gat_node *parent,
                                            const char *const *without)
{
    struct gat_node *all = GAT_NEW(f->arena, struct gat_node);
    *all = child != NULL ? *child : *parent;
    size_t most = parent->count + (child != NULL ? child->count : 0);
    const struct gat_node **items = GAT_NEW_N(f->arena, const struct gat_node *, most + 1);
    all->items = items;
    all->count = 0;
    for (size_t k = 0; k < parent->count; k++)
        if (!is_one_of(parent->items[k]->keys[0]->text, without))
            items[all->count++] = parent->items[k];
    size_t after = all->count;
    for (size_t k = 0; child != NULL && k < child->count; k++) {
        size_t at = clause_at(all, child->items[k]->keys[0]->text);
        if (at == all->count) {
            at = after;
            memmove(items + at + 1, items + at, (all->count - at) * sizeof *items);
            all->count++;
        }
        items[at] = child->items[k];
        after = at + 1;
    }
    return all;
}

static void pair_add(struct gat_node *map, const struct gat_node *key, const struct gat_node *value)
{
    map->keys[map->count] = key;
    map->items[map->count++] = value;
}

static const struct gat_node *merge(struct flattening *f, const struct gat_node *child,
                                    const struct gat_node *parent, const char *const *without)
{
    static const char *const own[] = {"spec",  "from", "without", "title",  "alias",
                                      "ids", "source", "signature", "status", "clauses", NULL};
    struct gat_node *all = GAT_NEW(f->arena, struct gat_node);
    const struct gat_node *clauses = gat_node_get(child, "clauses");
    *all = *child;
    all->keys = GAT_NEW_N(f->arena, const struct gat_node *, child->count + parent->count);
    all->items = GAT_NEW_N(f->arena, const struct gat_node *, child->count + parent->count);
    all->count = 0;
    for (size_t k = 0; k < child->count; k++)
        if (child->items[k] != clauses)
            pair_add(all, child->keys[k], child->items[k]);
    for (size_t k = 0; k < parent->count; k++) {
        const char *key = parent->keys[k]->text;
        if (strcmp(key, "clauses") == 0)
            pair_add(all, parent->keys[k], clauses_merge(f, clauses, parent->items[k], without));
        else if (!is_one_of(key, own) && !is_one_of(key, without) &&
                 gat_node_get(child, key) == NULL)
            pair_add(all, parent->keys[k], parent->items[k]);
    }
    return all;
}

/* chain: the sheets that led here, `depth` of them. */
static const struct gat_node *flatten(struct flattening *f, const struct gat_spec_sheet *sheet,
                                      const struct gat_spec_sheet **chain, unsigned depth)
{
    const struct gat_node *root, *clauses, *from, *without;
    const char *name, **left_out;
    struct gat_error *e = f->error;
    if (!version_check(sheet->root, e) || (root = root_fill(f, sheet->root)) == NULL)
        return NULL;
    from = gat_node_get(root, "from");
    without = gat_node_get(root, "without");
    clauses = gat_node_get(root, "clauses");
    if (clauses == NULL && from == NULL)
        return gat_node_fail(e, root, "the key 'clauses' is missing"), NULL;
    if (clauses != NULL && !clauses_check(clauses, e))
        return NULL;
    if (from == NULL && without != NULL)
        return gat_node_fail(e, without,
                             "only a variant with a parent ('from') can have 'without'"), NULL;
    if (from == NULL)
        return root;
    if (!gat_node_text(from, &name, e))
        return NULL;
    chain[depth] = sheet;
    const struct gat_spec_sheet *parent = f->find != NULL ? f->find(f->user, name) : NULL;
    if (parent == NULL)
        return gat_node_fail(e, from, "there is no variant '%.100s'", name), NULL;
    for (unsigned k = 0; k <= depth; k++)
        if (chain[k] == parent)
            return gat_node_fail(e, from, "%s comes from itself", name), NULL;
    if (depth == MOST_PARENTS)
        return gat_node_fail(e, gat_node_get(chain[0]->root, "from"),
                             "a variant has at most a parent and a parent of that; %s is past "
                             "them", name), NULL;
    const struct gat_node *whole = flatten(f, parent, chain, depth + 1);
    if (whole == NULL || !without_read(f, without, whole, &left_out))
        return NULL;
    return merge(f, root, whole, left_out);
}

const struct gat_node *gat_spec_flatten(struct gat_arena *a, const struct gat_spec_sheet *sheet,
                                        gat_spec_find *find, void *user, struct gat_error *e)
{
    struct flattening f = {a, find, user, e};
    const struct gat_spec_sheet *chain[MOST_PARENTS + 1];
    return flatten(&f, sheet, chain, 0);
}
