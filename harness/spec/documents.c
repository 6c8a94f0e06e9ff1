/* documents.c - the documents that variants cite: title, version, address, licence.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/documents.h"

#include <string.h>
#include <unistd.h>

#include "files/fields.h"

static bool document_read(const struct gat_node *n, struct gat_document *d, struct gat_error *e)
{
    static const struct gat_field fields[] = {
        GAT_FIELD(struct gat_document, title, "title", TEXT, true),
        GAT_FIELD(struct gat_document, publisher, "publisher", TEXT, true),
        GAT_FIELD(struct gat_document, version, "version", TEXT, true),
        GAT_FIELD(struct gat_document, read, "read", TEXT, false),
        GAT_FIELD(struct gat_document, address, "address", TEXT, true),
        GAT_FIELD(struct gat_document, licence, "licence", TEXT, true), {0}};
    if (!gat_fields_read(n, fields, d, e))
        return false;
    const char *part = strchr(d->address, '{');
    if (part != NULL && strncmp(part, "{section}", 9) != 0 && strncmp(part, "{name}", 6) != 0)
        return gat_node_fail(e, gat_node_get(n, "address"),
                             "an address has {section} or {name} where a page is named");
    return (strncmp(d->address, "https://", 8) == 0 ||
            gat_node_fail(e, gat_node_get(n, "address"), "an address begins with https://"));
}

const struct gat_document *gat_document_find(const struct gat_documents *all, const char *name)
{
    for (unsigned k = 0; k < all->n; k++)
        if (strcmp(all->list[k].name, name) == 0)
            return &all->list[k];
    return NULL;
}

bool gat_documents_read(struct gat_arena *a, const char *path, struct gat_documents *all,
                        struct gat_error *e)
{
    const char *file = gat_arena_print(a, "%s/specs/documents.yaml", path);
    if (access(file, F_OK) != 0)
        return true;
    const struct gat_node *root = gat_yaml_read(a, file, e);
    if (root == NULL)
        return false;
    if (root->kind != GAT_NODE_MAP)
        return gat_node_fail(e, root, "a map is due here: name of a document: what it is");
    for (size_t k = 0; k < root->count; k++) {
        struct gat_document d = {.name = root->keys[k]->text};
        if (!document_read(root->items[k], &d, e))
            return false;
        if (gat_document_find(all, d.name) != NULL)
            continue;
        GAT_GROW(a, all->list, all->n);
        all->list[all->n++] = d;
    }
    return true;
}

const char *gat_document_address(struct gat_arena *a, const struct gat_document *d,
                                 const char *section)
{
    const char *word = gat_arena_text(a, section, strcspn(section, " ,;"));
    const char *dot = strrchr(word, '.'), *open = strchr(d->address, '{');
    const char *close = open != NULL ? strchr(open, '}') : NULL;
    if (close == NULL)
        return d->address;
    const char *page = open[1] == 's' || dot == NULL ? word : dot + 1;
    return gat_arena_print(a, "%.*s%s%s", (int)(open - d->address), d->address, page, close + 1);
}
