/* file_name.c - the operator and the name that the place of a file says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/file_name.h"

#include <string.h>

#include "base/word_lists.h"

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
