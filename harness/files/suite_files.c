/* suite_files.c - the files of variants and of cases: which there are, and what their places say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "files/suite_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "files/word_lists.h"

/* Where the component of `path` begins that ends before `end`. */
static const char *component(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

static bool holds_operators(const char *folder)
{
    return strncmp(folder, "specs/", 6) == 0 || strncmp(folder, "cases/", 6) == 0;
}

bool gat_file_name_read(struct gat_arena *a, const char *path, const char *end,
                        const char **op, const char **name, struct gat_error *e)
{
    const char *base = component(path, path + strlen(path));
    const char *folder = base > path ? component(path, base - 1) : base;
    const char *above = folder > path ? component(path, folder - 1) : folder;
    bool nested = above < folder && holds_operators(above) && !holds_operators(folder);
    const char *begin = nested ? folder : base, *split = strchr(begin, nested ? '/' : '.');
    size_t n = strlen(begin), m = strlen(end);
    if (split == NULL || n <= m || strcmp(begin + n - m, end) != 0 || begin + n - m <= split)
        return gat_fail(e, path, 0, 0,
                        "a file here is called <operator>/<name>%s or <operator>.<name>%s", end,
                        end);
    *op = gat_arena_text(a, begin, (size_t)(split - begin));
    *name = gat_arena_text(a, split + 1, (size_t)(begin + n - m - split - 1));
    return (gat_name_valid(*op) && gat_name_valid(*name)) ||
           gat_fail(e, path, 0, 0,
                    "operator and name have at most 100 of a-z, 0-9, '.', '_' and '-'");
}

/* All that somebody meant to be a variant, cases, or the folder of an operator. */
static bool is_seen(const char *name)
{
    return strcmp(name, "lib") != 0 && strcmp(name, "documents.yaml") != 0;
}

struct listing {
    struct gat_arena *arena;
    const char **files;
    unsigned n;
};

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static void file_add(struct listing *l, const char *path)
{
    GAT_GROW(l->arena, l->files, l->n);
    l->files[l->n++] = path;
}

static bool folder_list(struct listing *l, const char *folder, bool nested, struct gat_error *e);

/* .yml too: somebody meant it to be read, and then it is refused by name. */
static bool entry_take(struct listing *l, const char *path, bool nested, struct gat_error *e)
{
    if (gat_ends_with(path, ".yml"))
        return gat_fail(e, path, 0, 0, "a file here is called .yaml");
    if (gat_ends_with(path, ".yaml") || gat_ends_with(path, ".lua"))
        return file_add(l, path), true;
    if (!is_folder(path))
        return true;
    return nested ? gat_fail(e, path, 0, 0, "the folder of an operator has no folders")
                  : folder_list(l, path, true, e);
}

/* nested: it is the folder of an operator. */
static bool folder_list(struct listing *l, const char *folder, bool nested, struct gat_error *e)
{
    const char **names = gat_folder_names(l->arena, folder, "");
    if (names == NULL)
        return gat_fail(e, folder, 0, 0, "the folder cannot be read: %s", strerror(errno));
    bool good = true;
    for (; *names != NULL && good; names++)
        good = !is_seen(*names) ||
               entry_take(l, gat_arena_print(l->arena, "%s/%s", folder, *names), nested, e);
    return good;
}

bool gat_suite_files_list(struct gat_arena *a, const char *path, const char *sub,
                          const char *const **files, unsigned *n, struct gat_error *e)
{
    struct listing l = {.arena = a};
    struct stat s;
    const char *folder = gat_arena_print(a, "%s/%s", path, sub);
    bool good = (stat(folder, &s) != 0 && errno == ENOENT) || folder_list(&l, folder, false, e);
    *files = l.files;
    *n = l.n;
    return good;
}
