/* case_paths.c - arguments that are case files or folders instead of names of cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"
#include "suite/case_paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The name without links and dots, or NULL when nothing is there. */
static const char *real_name(struct gat_arena *a, const char *path)
{
    char *name = realpath(path, NULL);
    const char *copy = name != NULL ? gat_arena_text(a, name, strlen(name)) : NULL;
    free(name);
    return copy;
}

/* The folder whose cases/ the place lies in or is; NULL: there is none. */
static const char *root_of(struct gat_arena *a, const char *place)
{
    static const char word[] = "/cases";
    struct stat s;
    if (stat(gat_arena_print(a, "%s/cases", place), &s) == 0 && S_ISDIR(s.st_mode))
        return place;
    for (const char *at = place + strlen(place); at > place; at--)
        if (strncmp(at, word, sizeof word - 1) == 0 &&
            (at[sizeof word - 1] == '/' || at[sizeof word - 1] == '\0'))
            return gat_arena_text(a, place, (size_t)(at - place));
    return NULL;
}

static bool root_known(struct gat_arena *a, const struct gat_options *o, const char *root)
{
    const char *const *paths = gat_options_paths(o);
    for (; *paths != NULL; paths++) {
        const char *known = real_name(a, *paths);
        if (known != NULL && strcmp(known, root) == 0)
            return true;
    }
    return false;
}

static bool looks_like_path(const char *word)
{
    struct stat s;
    size_t n = strlen(word);
    bool file = (n > 5 && strcmp(word + n - 5, ".yaml") == 0) ||
                (n > 4 && strcmp(word + n - 4, ".lua") == 0);
    return file || (stat(word, &s) == 0 && S_ISDIR(s.st_mode));
}

bool gat_places_read(struct gat_arena *a, struct gat_options *o, struct gat_list *places,
                     struct gat_error *e)
{
    const struct gat_list words = o->words, paths = o->paths;
    const char **kept = GAT_NEW_N(a, const char *, words.count + 1);
    const char **roots = GAT_NEW_N(a, const char *, paths.count + words.count + 1);
    *places = (struct gat_list){0, GAT_NEW_N(a, const char *, words.count + paths.count + 1)};
    o->words = (struct gat_list){0, kept};
    o->paths = (struct gat_list){paths.count, roots};
    for (unsigned k = 0; k < paths.count; k++) {
        const char *place = real_name(a, paths.items[k]);
        roots[k] = paths.items[k];
        if (place != NULL)
            places->items[places->count++] = place;
    }
    for (unsigned k = 0; k < words.count; k++) {
        if (!looks_like_path(words.items[k])) {
            kept[o->words.count++] = words.items[k];
            continue;
        }
        const char *place = real_name(a, words.items[k]);
        const char *root = place != NULL ? root_of(a, place) : NULL;
        if (place == NULL)
            return gat_fail(e, words.items[k], 0, 0, "there is no such file");
        if (root == NULL)
            return gat_fail(e, words.items[k], 0, 0,
                            "case files lie in a folder called cases; move it into one");
        if (!root_known(a, o, root))
            roots[o->paths.count++] = root;
        places->items[places->count++] = place;
    }
    return true;
}

bool gat_places_hold(const struct gat_list *places, const char *file)
{
    bool there = places->count == 0;
    char *name = there ? NULL : realpath(file, NULL);
    for (unsigned k = 0; name != NULL && !there && k < places->count; k++) {
        size_t n = strlen(places->items[k]);
        there = strncmp(name, places->items[k], n) == 0 && (name[n] == '/' || name[n] == '\0');
    }
    free(name);
    return there;
}
