/* spec.c - a variant as its YAML file states it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "files/fields.h"
#include "files/suite_files.h"
#include "files/word_lists.h"
#include "spec/attributes.h"
#include "spec/reduction.h"
#include "spec/spec.h"
#include "spec/spec_clause.h"
#include "spec/spec_from.h"
#include "spec/spec_profile.h"
#include "spec/spec_rules.h"

bool gat_spec_name(struct gat_arena *a, const char *path, struct gat_spec_sheet *s,
                   struct gat_error *e)
{
    s->file = gat_arena_text(a, path, strlen(path));
    if (!gat_file_name_read(a, path, ".yaml", &s->op, &s->variant, e))
        return false;
    s->name = gat_arena_print(a, "%s/%s", s->op, s->variant);
    return true;
}

static bool source_read(const struct gat_node *n, struct gat_spec *s, struct gat_error *e)
{
    static const struct gat_field words[] = {
        GAT_FIELD(struct gat_spec, document, "document", TEXT, true),
        GAT_FIELD(struct gat_spec, section, "section", TEXT, true), {0}};
    return gat_fields_read(n, words, s, e);
}

static bool status_read(const struct gat_node *n, struct gat_spec *s, struct gat_error *e)
{
    static const struct gat_field words[] = {
        GAT_FIELD(struct gat_spec, deprecated_node, "deprecated-by", NODE, true), {0}};
    if (n->kind == GAT_NODE_TEXT)
        return strcmp(n->text, "current") == 0 ||
               gat_node_fail(e, n, "status is 'current' or {deprecated-by: operator/variant}");
    return gat_fields_read(n, words, s, e) &&
           gat_node_text(s->deprecated_node, &s->deprecated_by, e);
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
    if (!gat_node_keys(n, keys, e) || !gat_node_need(n, "kind", &kind, e) ||
        !gat_node_text(kind, &text, e))
        return false;
    int k = 0;
    while (kinds[k] != NULL && strcmp(kinds[k], text) != 0)
        k++;
    if (kinds[k] == NULL)
        return gat_unknown_fail(e, kind, "kind of attribute", kinds);
    at->kind = values[k];
    at->is_truth = strcmp(text, "bool") == 0;
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
    static const char *const known[] = {GAT_ATTRIBUTE_NAMES NULL};
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

/* The keys of a file, with all that its parents say. */
struct words {
    struct gat_spec spec;
    const struct gat_node *version, *from, *without, *source, *status, *kernel, *calls;
    const struct gat_node *attributes, *types, *index_types, *profiles, *clauses, *examples;
};
static const struct gat_field fields[] = {
    GAT_FIELD(struct words, version, "spec", NODE, true),
    GAT_FIELD(struct words, spec.from, "from", TEXT, false),
    GAT_FIELD(struct words, without, "without", NODE, false),
    GAT_FIELD(struct words, spec.title, "title", TEXT, true),
    GAT_FIELD(struct words, spec.alias, "alias", NAME, false),
    GAT_FIELD(struct words, spec.ids, "ids", NAME, false),
    GAT_FIELD(struct words, spec.like_node, "like", NODE, false),
    GAT_FIELD(struct words, source, "source", NODE, true),
    GAT_FIELD(struct words, spec.signature, "signature", TEXT, false),
    GAT_FIELD(struct words, status, "status", NODE, false),
    GAT_FIELD(struct words, kernel, "kernel", NODE, true),
    GAT_FIELD(struct words, calls, "calls", NODE, false),
    GAT_FIELD(struct words, attributes, "attributes", NODE, true),
    GAT_FIELD(struct words, types, "types", NODE, true),
    GAT_FIELD(struct words, index_types, "index_types", NODE, true),
    GAT_FIELD(struct words, profiles, "profiles", NODE, false),
    GAT_FIELD(struct words, clauses, "clauses", NODE, true),
    GAT_FIELD(struct words, examples, "examples", NODE, true), {0}};

static bool examples_check(const struct gat_node *n, struct gat_error *e)
{
    return (n->kind == GAT_NODE_LIST && n->count > 0) ||
           gat_node_fail(e, n, "at least one example from the document is due here: examples "
                               "judge the oracle itself");
}

struct gat_spec *gat_spec_read(struct gat_arena *a, const struct gat_spec_sheet *sheet,
                               gat_spec_find *find, void *user, struct gat_error *e)
{
    struct gat_spec *s = GAT_NEW(a, struct gat_spec);
    struct words w = {.spec = {.file = sheet->file, .op = sheet->op, .variant = sheet->variant,
                               .name = sheet->name, .ids = sheet->variant}};
    struct ref_rules rules;
    w.spec.root = gat_spec_flatten(a, sheet, find, user, e);
    if (w.spec.root == NULL || !gat_fields_read(w.spec.root, fields, &w, e))
        return NULL;
    *s = w.spec;
    s->examples = w.examples;
    bool good = (s->like_node == NULL || gat_node_text(s->like_node, &s->like, e)) &&
                source_read(w.source, s, e) &&
                (w.status == NULL || status_read(w.status, s, e)) &&
                kernel_read(w.kernel, s, e) && (w.calls == NULL || calls_read(a, w.calls, s, e)) &&
                attrs_read(a, w.attributes, s, e) && gat_spec_clauses(a, w.clauses, s, e) &&
                gat_spec_rules(a, s, &rules, e) &&
                gat_spec_profiles(a, s->root, s, &rules, e) && gat_spec_combine(a, s, e) &&
                examples_check(w.examples, e);
    return good ? s : NULL;
}

bool gat_spec_open(struct gat_arena *a, struct gat_spec_sheet *s, struct gat_error *e)
{
    return (s->root = gat_yaml_read(a, s->file, e)) != NULL;
}

bool gat_spec_open_bytes(struct gat_arena *a, const char *path, const void *bytes, size_t size,
                         struct gat_spec_sheet *out, struct gat_error *e)
{
    return gat_spec_name(a, path, out, e) &&
           (out->root = gat_yaml_parse(a, path, bytes, size, e)) != NULL;
}
