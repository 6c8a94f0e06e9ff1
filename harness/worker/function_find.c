/* function_find.c - a function of Python as a backend.
 *
 * The adapter is the same for all functions: function_worker.py of the package.  It gets
 * the function as its option `function`, and the document as its option `like`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "worker/adapter.h"
#include "worker/function_find.h"

static const char worker[] = "gatherum/function_worker.py";

const char *gat_python_folder(const struct gat_options *o, struct gat_arena *a)
{
    const char *own = gat_arena_print(a, "%s/python", o->home);
    if (access(gat_arena_print(a, "%s/%s", own, worker), R_OK) == 0)
        return own;
    return gat_arena_print(a, "%s/../../..", o->home); /* share/gatherum in the package itself */
}

/* Letters, digits, '_' and dots, as `kernels.Table.gather`; how many bytes, 0: none such. */
static size_t dotted(const char *at)
{
    size_t n = 0;
    if (isdigit((unsigned char)at[0]))
        return 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.')
        n++;
    return n;
}

/* The colon before the name of the function, or NULL. */
static const char *colon_find(const char *word)
{
    const char *py = strstr(word, ".py:"), *colon = py != NULL ? py + 3 : strchr(word, ':');
    size_t n = colon == NULL ? 0 : dotted(colon + 1);
    return n > 0 && (colon[1 + n] == '\0' || colon[1 + n] == ':') ? colon : NULL;
}

bool gat_is_function(const struct gat_options *o, struct gat_arena *a, const char *word)
{
    const char *colon = colon_find(word);
    if (colon == NULL)
        return false;
    const char *file = gat_arena_text(a, word, (size_t)(colon - word));
    bool is_file = colon - word > 3 && strncmp(colon - 3, ".py", 3) == 0;
    if (o->like != NULL)
        return is_file || dotted(file) == strlen(file);
    return is_file && !gat_is_adapter(file);
}

/* An option's value may hold no comma. */
static const char *quoted(struct gat_arena *a, const char *text)
{
    char *out = gat_arena_alloc(a, 3 * strlen(text) + 1), *to = out;
    for (; *text != '\0'; text++) {
        if (*text != ',' && *text != '%') {
            *to++ = *text;
            continue;
        }
        memcpy(to, *text == ',' ? "%2C" : "%25", 3);
        to += 3;
    }
    return out;
}

void gat_function_set(const struct gat_options *o, struct gat_arena *a, const char *word,
                      struct gat_backend_ref *out)
{
    const char *name = colon_find(word) + 1;
    size_t n = dotted(name);
    const char *more = name[n] == ':' ? name + n + 1 : "";
    const char *function = gat_arena_text(a, word, (size_t)(name - word) + n);
    const char *last = strrchr(function, '.') > strrchr(function, ':') ? strrchr(function, '.')
                                                                       : strrchr(function, ':');
    *out = (struct gat_backend_ref){
        .name = last + 1,
        .path = gat_arena_print(a, "%s/%s", gat_python_folder(o, a), worker),
        .options = gat_arena_print(a, "function=%s%s%s%s%s", quoted(a, function),
                                   o->like != NULL ? ",like=" : "",
                                   o->like != NULL ? quoted(a, o->like) : "",
                                   more[0] != '\0' ? "," : "", more),
        .typed = word,
        .explicitly = true,
    };
}
