/* spec.c - a variant as its YAML file states it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/file_name.h"
#include "base/word_lists.h"
#include "dtype.h"
#include "spec/reduction.h"
#include "spec/spec.h"
#include "spec/spec_clause.h"
#include "spec/spec_profile.h"

static const char *const level_names[] = {"must", "error", "undefined", "may", "ambiguous",
                                          NULL};

const char *gat_level_name(enum gat_level level)
{
    return level_names[level];
}

const struct gat_clause *gat_spec_clause(const struct gat_spec *s, enum ref_rule rule)
{
    return s->n_rule_clauses[rule] == 0 ? NULL : &s->clauses[s->rule_clauses[rule][0]];
}

static bool name_read(struct gat_arena *a, const char *path, struct gat_spec *s,
                      struct gat_error *e)
{
    s->file = gat_arena_text(a, path, strlen(path));
    if (!gat_file_name_read(a, path, ".yaml", &s->op, &s->variant, e))
        return false;
    s->name = gat_arena_print(a, "%s/%s", s->op, s->variant);
    return true;
}

bool gat_spec_need(const struct gat_node *map, const char *key,
                   const struct gat_node **out, struct gat_error *e)
{
    *out = gat_node_get(map, key);
    return *out != NULL || gat_node_fail(e, map, "the key '%s' is missing", key);
}

static bool source_read(const struct gat_node *n, struct gat_spec *s, struct gat_error *e)
{
    static const char *const keys[] = {"document", "section", NULL};
    const struct gat_node *document, *section;
    return gat_node_keys(n, keys, e) && gat_spec_need(n, "document", &document, e) &&
           gat_spec_need(n, "section", &section, e) &&
           gat_node_text(document, &s->document, e) && gat_node_text(section, &s->section, e);
}

static bool status_read(const struct gat_node *n, struct gat_spec *s, struct gat_error *e)
{
    static const char *const keys[] = {"deprecated-by", NULL};
    const struct gat_node *by;
    if (n->kind == GAT_NODE_TEXT)
        return strcmp(n->text, "current") == 0 ||
               gat_node_fail(e, n, "status is 'current' or {deprecated-by: operator/variant}");
    if (!gat_node_keys(n, keys, e) || !gat_spec_need(n, "deprecated-by", &by, e))
        return false;
    s->deprecated_node = by;
    return gat_node_text(by, &s->deprecated_by, e);
}

static bool calls_read(struct gat_arena *a, const struct gat_node *n, struct gat_spec *s,
                       struct gat_error *e)
{
    if (n->kind != GAT_NODE_MAP)
        return gat_node_fail(e, n, "a map is due here: our word: the document's word");
    s->call_ours = GAT_NEW_N(a, const char *, n->count + 1);
    s->call_theirs = GAT_NEW_N(a, const char *, n->count + 1);
    s->n_calls = (unsigned)n->count;
    for (size_t k = 0; k < n->count; k++) {
        s->call_ours[k] = n->keys[k]->text;
        if (!gat_node_text(n->items[k], &s->call_theirs[k], e))
            return false;
    }
    return true;
}

static bool attr_read(const struct gat_node *n, struct gat_attr_spec *at, struct gat_error *e)
{
    static const char *const keys[] = {"kind", "default", "required", "optional", "values",
                                       NULL};
    static const char *const kinds[] = {"int", "ints", "bool", "text", NULL};
    static const enum gat_attr_kind values[] = {GAT_ATTR_INT, GAT_ATTR_INTS, GAT_ATTR_INT,
                                                GAT_ATTR_TEXT};
    const struct gat_node *kind;
    const char *text;
    if (!gat_node_keys(n, keys, e) || !gat_spec_need(n, "kind", &kind, e) ||
        !gat_node_text(kind, &text, e))
        return false;
    int k = 0;
    while (kinds[k] != NULL && strcmp(kinds[k], text) != 0)
        k++;
    if (kinds[k] == NULL)
        return gat_unknown_fail(e, kind, "kind of attribute", kinds);
    at->kind = values[k];
    const struct gat_node *offered = gat_node_get(n, "values");
    if (offered != NULL && !gat_reductions_read(offered, &at->values, e))
        return false;
    const struct gat_node *otherwise = gat_node_get(n, "default");
    const struct gat_node *required = gat_node_get(n, "required");
    if (required != NULL && !gat_node_bool(required, &at->required, e))
        return false;
    at->has_otherwise = otherwise != NULL;
    if (otherwise == NULL)
        return true;
    if (strcmp(text, "bool") == 0) {
        at->otherwise = strcmp(otherwise->text, "true") == 0 ||
                        strcmp(otherwise->text, "1") == 0;
        return true;
    }
    return gat_node_int(otherwise, &at->otherwise, e);
}

static bool attrs_read(struct gat_arena *a, const struct gat_node *n, struct gat_spec *s,
                       struct gat_error *e)
{
    static const char *const known[] = {"axis", "batch_dims", "sparse_grad", "reduction", "initial",
#define X(name, single) #name,
                                        REF_LIST_MAP(X)
#undef X
                                        NULL};
    if (!gat_node_keys(n, known, e))
        return false;
    s->attrs = GAT_NEW_N(a, struct gat_attr_spec, n->count + 1);
    s->n_attrs = (unsigned)n->count;
    for (size_t k = 0; k < n->count; k++) {
        s->attrs[k].name = n->keys[k]->text;
        if (!attr_read(n->items[k], &s->attrs[k], e))
            return false;
    }
    return true;
}

static bool kernel_read(const struct gat_node *n, struct gat_spec *s, struct gat_error *e)
{
    const char *text;
    if (!gat_node_text(n, &text, e))
        return false;
    const char *known[32] = {NULL};
    for (unsigned k = 0; k < 31 && ref_kernel_at(k) != NULL; k++)
        known[k] = ref_kernel_at(k)->name;
    s->kernel = ref_kernel_find(text);
    return s->kernel != NULL || gat_unknown_fail(e, n, "loop of ref/", known);
}

static bool name_node_read(const struct gat_node *n, const char **out, struct gat_error *e)
{
    return gat_node_text(n, out, e) &&
           (gat_name_valid(*out) ||
            gat_node_fail(e, n, "a name has at most 100 of a-z, 0-9, '.', '_' and '-'"));
}

static bool head_read(struct gat_arena *a, const struct gat_node *root, struct gat_spec *s,
                      struct gat_error *e)
{
    static const char *const keys[] = {
        "spec",  "title",       "alias",    "like", "source", "status",  "kernel",   "calls",
        "attributes", "types", "index_types", "profiles", "rules", "clauses", "examples",
        NULL};
    const struct gat_node *version, *title, *source, *status, *kernel, *attrs;
    int64_t number;
    if (!gat_node_keys(root, keys, e) || !gat_spec_need(root, "spec", &version, e) ||
        !gat_node_int(version, &number, e))
        return false;
    if (number != 1)
        return gat_node_fail(e, version, "this gatherum reads format 1 of specs");
    const struct gat_node *alias = gat_node_get(root, "alias");
    const struct gat_node *calls = gat_node_get(root, "calls");
    s->like_node = gat_node_get(root, "like");
    return gat_spec_need(root, "title", &title, e) && gat_node_text(title, &s->title, e) &&
           (alias == NULL || name_node_read(alias, &s->alias, e)) &&
           (s->like_node == NULL || gat_node_text(s->like_node, &s->like, e)) &&
           gat_spec_need(root, "source", &source, e) && source_read(source, s, e) &&
           gat_spec_need(root, "status", &status, e) && status_read(status, s, e) &&
           gat_spec_need(root, "kernel", &kernel, e) && kernel_read(kernel, s, e) &&
           (calls == NULL || calls_read(a, calls, s, e)) &&
           gat_spec_need(root, "attributes", &attrs, e) && attrs_read(a, attrs, s, e);
}

static struct gat_spec *tree_read(struct gat_arena *a, const struct gat_node *root,
                                  struct gat_spec *s, struct gat_error *e)
{
    const struct gat_node *examples;
    struct ref_rules stated;
    if (root == NULL)
        return NULL;
    if (!head_read(a, root, s, e) || !gat_spec_clauses(a, root, s, e) ||
        !gat_spec_profiles(a, root, s, &stated, e) || !gat_spec_combine(a, s, &stated, e) ||
        !gat_spec_need(root, "examples", &examples, e))
        return NULL;
    if (examples->kind != GAT_NODE_LIST || examples->count == 0)
        return gat_node_fail(e, examples,
                             "at least one example from the document is due here: examples "
                             "judge the oracle itself"),
               NULL;
    s->examples = examples;
    return s;
}

struct gat_spec *gat_spec_read(struct gat_arena *a, const char *path, struct gat_error *e)
{
    struct gat_spec *s = GAT_NEW(a, struct gat_spec);
    return name_read(a, path, s, e) ? tree_read(a, gat_yaml_read(a, path, e), s, e) : NULL;
}

struct gat_spec *gat_spec_parse(struct gat_arena *a, const char *path, const void *bytes,
                                size_t size, struct gat_error *e)
{
    struct gat_spec *s = GAT_NEW(a, struct gat_spec);
    return name_read(a, path, s, e) ? tree_read(a, gat_yaml_parse(a, path, bytes, size, e), s, e)
                                    : NULL;
}

const struct gat_attr_spec *gat_attr_find(const struct gat_spec *s, const char *name)
{
    for (unsigned k = 0; k < s->n_attrs; k++)
        if (strcmp(s->attrs[k].name, name) == 0)
            return &s->attrs[k];
    return NULL;
}
