/* folder.c - what lies in a folder, in the same order on every machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

bool gat_ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

/* strcmp, not the locale's order. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int not_hidden(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

const char **gat_folder_names(struct gat_arena *a, const char *folder, const char *end)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, not_hidden, by_name);
    if (n < 0)
        return NULL;
    const char **names = GAT_NEW_N(a, const char *, (size_t)n + 1), **next = names;
    for (int k = 0; k < n; k++) {
        if (gat_ends_with(entries[k]->d_name, end))
            *next++ = gat_arena_text(a, entries[k]->d_name, strlen(entries[k]->d_name));
        free(entries[k]);
    }
    free(entries);
    return names;
}
