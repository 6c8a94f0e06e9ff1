/* list_reports.c - gatherum list reports: the formats, each a file of reports/.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/folder.h"
#include "cli/options.h"
#include "files/word_lists.h"
#include "lists/list_pick.h"
#include "lists/list_reports.h"
#include "report/render.h"
#include "report/render_lua.h"

static void name_add(struct gat_arena *a, const char *file, const char ***names, unsigned *n)
{
    const char *name = gat_arena_text(a, file, strlen(file) - 4);
    unsigned at = 0;
    while (at < *n && strcmp((*names)[at], name) < 0)
        at++;
    if ((at < *n && strcmp((*names)[at], name) == 0) || !gat_name_valid(name))
        return;
    GAT_GROW(a, *names, *n + 1); /* with the NULL that ends them */
    memmove(*names + at + 1, *names + at, (++*n - at) * sizeof **names);
    (*names)[at] = name;
}

const char **gat_render_formats(struct gat_render *r)
{
    const char **names = GAT_NEW_N(&r->arena, const char *, 1);
    unsigned count = 0;
    for (const char *const *folder = r->paths; *folder != NULL; folder++) {
        const char **file = gat_folder_names(
            &r->arena, gat_arena_print(&r->arena, "%s/reports", *folder), ".lua");
        for (; file != NULL && *file != NULL; file++)
            name_add(&r->arena, *file, &names, &count);
    }
    return names;
}

static int format_print(struct gat_render *r, const struct gat_options *o, const char *name,
                        json_t *list)
{
    char title[200], text[1024];
    struct gat_error e = {0};
    const char *path = gat_render_find(r, gat_arena_print(&r->arena, "%s.lua", name));
    if (path == NULL || !gat_render_title(r, path, title, sizeof title, &e)) {
        gat_error_print(&e, text, sizeof text);
        return gat_complain(GAT_EXIT_OURS, "%s: %s", name, text);
    }
    if (o->json)
        json_array_append_new(list, json_pack("{s:s,s:s}", "name", name, "title", title));
    else
        printf("%-10s %s\n", name, title);
    return 0;
}

int gat_list_reports(const struct gat_options *o)
{
    struct gat_render r = {.paths = gat_options_paths(o)};
    json_t *list = json_array();
    unsigned n = 0;
    int code = 0;
    for (const char **name = gat_render_formats(&r); *name != NULL && code == 0; name++)
        if (gat_list_wants(o, *name)) {
            n++;
            code = format_print(&r, o, *name, list);
        }
    gat_arena_free(&r.arena);
    return gat_list_end(o, list, code, n > 0);
}
