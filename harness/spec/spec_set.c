/* spec_set.c - all variants of some folders.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/spec_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "files/suite_files.h"
#include "spec/spec.h"

/* The files, before they are read as variants: a child may come before its parent, and a file
 * whose operator nobody wants is opened only for a child. */
struct sheets {
    struct gat_arena *arena;
    unsigned n, n_first; /* files of the first folder */
    struct gat_spec_sheet *list;
    struct gat_spec_sheet **by_name; /* sorted */
    bool *wanted;
    struct gat_error lost; /* of a parent that cannot be opened */
};

static int by_name(const void *a, const void *b)
{
    const struct gat_spec_sheet *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static bool sheet_open(struct sheets *all, struct gat_spec_sheet *sheet, struct gat_error *e)
{
    return sheet->root != NULL || gat_spec_open(all->arena, sheet, e);
}

static const struct gat_spec_sheet *sheet_find(void *user, const char *name)
{
    struct sheets *all = user;
    const struct gat_spec_sheet key = {.name = name}, *wanted = &key;
    struct gat_spec_sheet **at =
        bsearch(&wanted, all->by_name, all->n, sizeof *all->by_name, by_name);
    return at != NULL && sheet_open(all, *at, &all->lost) ? *at : NULL;
}

static bool folder_list(struct sheets *all, const char *path, struct gat_error *e)
{
    const char *const *files;
    unsigned n;
    if (!gat_suite_files_list(all->arena, path, "specs", &files, &n, e))
        return false;
    for (unsigned k = 0; k < n; k++) {
        if (gat_ends_with(files[k], ".lua"))
            return gat_fail(e, files[k], 0, 0,
                            "a variant is written in YAML; scripts go to cases/");
        GAT_GROW(all->arena, all->list, all->n);
        if (!gat_spec_name(all->arena, files[k], &all->list[all->n++], e))
            return false;
    }
    return true;
}

static bool names_sort(struct sheets *all, struct gat_error *e)
{
    all->by_name = GAT_NEW_N(all->arena, struct gat_spec_sheet *, all->n + 1);
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

/* Want all variants of the operator that `name` begins with. */
static void operator_want(struct sheets *all, const char *name)
{
    for (unsigned k = 0; k < all->n; k++) {
        size_t n = strlen(all->list[k].op);
        all->wanted[k] |= strncmp(all->list[k].op, name, n) == 0 &&
                          (name[n] == '/' || name[n] == '\0');
    }
}

static void wanted_find(struct sheets *all, gat_op_wanted *wanted, void *user)
{
    bool any = false;
    all->wanted = GAT_NEW_N(all->arena, bool, all->n + 1);
    for (unsigned k = 0; k < all->n; k++)
        if (k >= all->n_first || wanted == NULL || wanted(user, all->list[k].op)) {
            operator_want(all, all->list[k].op);
            any = true;
        }
    for (unsigned k = 0; k < all->n && !any; k++)
        all->wanted[k] = true;
}

static struct gat_spec *spec_read(struct sheets *all, struct gat_spec_sheet *sheet,
                                  const struct gat_documents *documents, struct gat_error *e)
{
    struct gat_spec *s =
        sheet_open(all, sheet, e) ? gat_spec_read(all->arena, sheet, sheet_find, all, e) : NULL;
    if (s == NULL && all->lost.text[0] != '\0')
        *e = all->lost;
    if (s == NULL)
        return NULL;
    s->cited = gat_document_find(documents, s->document);
    if (s->cited != NULL)
        s->address = gat_document_address(all->arena, s->cited, s->section);
    if (s->deprecated_by != NULL)
        operator_want(all, s->deprecated_by);
    return s;
}

/* Read what is wanted, until nothing that is read wants more. */
static bool specs_read(struct sheets *all, const struct gat_documents *documents,
                       struct gat_spec_set *out, struct gat_error *e)
{
    struct gat_spec **read = GAT_NEW_N(all->arena, struct gat_spec *, all->n + 1);
    for (bool more = true; more;) {
        more = false;
        for (unsigned k = 0; k < all->n; k++) {
            if (!all->wanted[k] || read[k] != NULL)
                continue;
            if ((read[k] = spec_read(all, &all->list[k], documents, e)) == NULL)
                return false;
            more = true;
        }
    }
    out->n_specs = 0;
    out->specs = read;
    for (unsigned k = 0; k < all->n; k++)
        if (read[k] != NULL)
            read[out->n_specs++] = read[k];
    return true;
}

bool gat_spec_set_read(struct gat_arena *a, const char *const *paths, gat_op_wanted *wanted,
                       void *user, struct gat_spec_set *out, struct gat_error *e)
{
    struct sheets all = {.arena = a};
    struct gat_documents documents = {0};
    for (unsigned k = 0; paths[k] != NULL; k++) {
        if (!folder_list(&all, paths[k], e) || !gat_documents_read(a, paths[k], &documents, e))
            return false;
        if (k == 0)
            all.n_first = all.n;
    }
    if (!names_sort(&all, e))
        return false;
    wanted_find(&all, wanted, user);
    out->n_files = all.n;
    out->files = GAT_NEW_N(a, const char *, all.n + 1);
    out->operators = GAT_NEW_N(a, const char *, all.n + 1);
    for (unsigned k = 0; k < all.n; k++) {
        out->files[k] = all.list[k].file;
        out->operators[k] = all.list[k].op;
    }
    return specs_read(&all, &documents, out, e);
}
