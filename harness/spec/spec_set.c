/* spec_set.c - all variants of some folders.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/spec_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/suite_files.h"
#include "spec/spec.h"

/* The files, before they are read as variants: a child may come before its parent. */
struct sheets {
    unsigned n;
    struct gat_spec_sheet *list;
    const struct gat_spec_sheet **by_name; /* sorted */
};

static int by_name(const void *a, const void *b)
{
    const struct gat_spec_sheet *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static const struct gat_spec_sheet *sheet_find(void *user, const char *name)
{
    const struct sheets *all = user;
    const struct gat_spec_sheet key = {.name = name}, *wanted = &key;
    const struct gat_spec_sheet **at =
        bsearch(&wanted, all->by_name, all->n, sizeof *all->by_name, by_name);
    return at != NULL ? *at : NULL;
}

static bool folder_open(struct gat_arena *a, const char *path, struct sheets *all,
                        struct gat_error *e)
{
    const char *const *files;
    unsigned n;
    if (!gat_suite_files_list(a, path, "specs", &files, &n, e))
        return false;
    struct gat_spec_sheet *more = GAT_NEW_N(a, struct gat_spec_sheet, all->n + n + 1);
    if (all->n > 0)
        memcpy(more, all->list, all->n * sizeof *more);
    all->list = more;
    for (unsigned k = 0; k < n; k++) {
        if (gat_ends_with(files[k], ".lua"))
            return gat_fail(e, files[k], 0, 0,
                            "a variant is written in YAML; scripts go to cases/");
        if (!gat_spec_open(a, files[k], &all->list[all->n++], e))
            return false;
    }
    return true;
}

static bool names_sort(struct gat_arena *a, struct sheets *all, struct gat_error *e)
{
    all->by_name = GAT_NEW_N(a, const struct gat_spec_sheet *, all->n + 1);
    for (unsigned k = 0; k < all->n; k++)
        all->by_name[k] = &all->list[k];
    if (all->n > 0)
        qsort(all->by_name, all->n, sizeof *all->by_name, by_name);
    for (unsigned k = 1; k < all->n; k++) {
        const struct gat_spec_sheet *x = all->by_name[k - 1], *y = all->by_name[k];
        if (strcmp(x->name, y->name) == 0)
            return gat_fail(e, x < y ? y->file : x->file, 0, 0,
                            "variant %s is already stated by %s", x->name,
                            x < y ? x->file : y->file);
    }
    return true;
}

bool gat_spec_set_read(struct gat_arena *a, const char *const *paths, struct gat_spec_set *out,
                       struct gat_error *e)
{
    struct sheets all = {0};
    struct gat_documents documents = {0};
    for (; *paths != NULL; paths++)
        if (!folder_open(a, *paths, &all, e) || !gat_documents_read(a, *paths, &documents, e))
            return false;
    if (!names_sort(a, &all, e))
        return false;
    out->n_specs = 0;
    out->specs = GAT_NEW_N(a, struct gat_spec *, all.n + 1);
    for (unsigned k = 0; k < all.n; k++) {
        struct gat_spec *s = gat_spec_read(a, &all.list[k], sheet_find, &all, e);
        if (s == NULL)
            return false;
        s->cited = gat_document_find(&documents, s->document);
        if (s->cited != NULL)
            s->address = gat_document_address(a, s->cited, s->section);
        out->specs[out->n_specs++] = s;
    }
    return true;
}
