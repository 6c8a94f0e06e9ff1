/* documents.h - the documents that variants cite: title, version, address, licence.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DOCUMENTS_H
#define GAT_DOCUMENTS_H

#include "files/yaml_tree.h"

struct gat_document {
    const char *name; /* as `source` of a variant cites it */
    const char *title, *publisher, *version, *licence;
    const char *read;    /* the day when it was read, "2026-08-22"; or NULL */
    const char *address; /* {section} and {name} stand for parts of a variant's section */
};

struct gat_documents {
    unsigned n;
    struct gat_document *list;
};

/* Add what specs/documents.yaml of the folder `path` lists, if it is there; what is already
 * listed stays.  False and *e where the file is wrong. */
bool gat_documents_read(struct gat_arena *a, const char *path, struct gat_documents *all,
                        struct gat_error *e);
/* The document of that name, or NULL. */
const struct gat_document *gat_document_find(const struct gat_documents *all, const char *name);
/* The address of one section: {section} is its first word ("GatherND" of "GatherND - 13"),
 * {name} what stands after the last dot of that ("gather" of "torch.gather"). */
const char *gat_document_address(struct gat_arena *a, const struct gat_document *d,
                                 const char *section);

#endif
