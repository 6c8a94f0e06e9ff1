/* backend_find.c - from what follows --backend to a shared object or an adapter.
 *
 * A word with a slash or ending in .so is a file; any other is the name of a
 * backend of the installation, or of an adapter: backends/NAME.py, executable, beside
 * specs/.  What follows the first colon after that goes to
 * the backend's open().  FILE.py:FUNCTION and, with --like, MODULE:FUNCTION are functions of
 * Python.  Nothing is loaded here: that happens in the worker.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "cli/options.h"
#include "engine/backend_find.h"
#include "worker/adapter.h"

static const char *const folders[] = {"backends", "frameworks"};

static void one_set(struct gat_backend_ref *b, const char *name, const char *path,
                    const char *options, bool explicitly)
{
    *b = (struct gat_backend_ref){
        .name = name, .path = path, .options = options, .explicitly = explicitly};
}

/* The objects (".so") or adapters (".py") of one folder, by name, to the end of *out, which has
 * `n`; how many there are now. */
static unsigned folder_add(struct gat_arena *a, const char *folder, const char *end, unsigned n,
                           struct gat_backend_ref **out)
{
    const char **file = gat_folder_names(a, folder, end);
    for (; file != NULL && *file != NULL; file++) {
        const char *path = gat_arena_print(a, "%s/%s", folder, *file);
        if (strcmp(end, ".py") == 0 && !gat_is_adapter(path))
            continue;
        GAT_GROW(a, *out, n);
        one_set(&(*out)[n++], gat_arena_text(a, *file, strlen(*file) - strlen(end)), path, "",
                false);
    }
    return n;
}

unsigned gat_backends_folder(struct gat_arena *a, const char *folder, struct gat_backend_ref **out)
{
    return folder_add(a, folder, ".so", 0, out);
}

static const char *own_folder(const struct gat_options *o, struct gat_arena *a, unsigned k)
{
    return gat_arena_print(a, "%s/%s", o->libexec, folders[k]);
}

/* ---- functions of Python ---- */

static const char worker[] = "gatherum/function_worker.py";

/* Where the package `gatherum` lies: python/ of a checkout, or what a wheel was unpacked into. */
static const char *python_folder(const struct gat_options *o, struct gat_arena *a)
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

/* Is this word FILE.py:FUNCTION[:OPTIONS], or with --like MODULE:FUNCTION[:OPTIONS]?  A file that
 * may be executed is an adapter unless --like says otherwise. */
static bool is_function(const struct gat_options *o, struct gat_arena *a, const char *word)
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

/* One adapter serves all functions: the function is an option of it, and so is the document. */
static void function_set(const struct gat_options *o, struct gat_arena *a, const char *word,
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
        .path = gat_arena_print(a, "%s/%s", python_folder(o, a), worker),
        .options = gat_arena_print(
            a, "function=%s%s%s%s%s", quoted(a, function), o->like != NULL ? ",like=" : "",
            o->like != NULL ? quoted(a, o->like) : "", more[0] != '\0' ? "," : "", more),
        .typed = word,
        .function = function,
        .explicitly = true,
    };
}

/* ---- adapters ---- */

/* Set the environment so that Python finds the helper module and the frameworks, and does not
 * take an adapter for the library of the same name. */
static void adapters_prepare(const struct gat_options *o, struct gat_arena *a)
{
    const char *old = getenv("PYTHONPATH");
    setenv("PYTHONPATH",
           gat_arena_print(a, "%s/backends/python:%s%s%s", o->home, python_folder(o, a),
                           old == NULL ? "" : ":", old == NULL ? "" : old),
           1);
    setenv("PYTHONSAFEPATH", "1", 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 0);
    setenv("GATHERUM_PEERS", gat_arena_print(a, "%s/peers", o->libexec), 0);
    setenv("GATHERUM_LIBEXEC", o->libexec, 1);
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n > 0)
        setenv("GATHERUM_PROGRAM", gat_arena_text(a, exe, (size_t)n), 1);
}

/* The backends of the installation, frameworks in C, then adapters. */
static unsigned all_find(const struct gat_options *o, struct gat_arena *a,
                         struct gat_backend_ref **out)
{
    unsigned n = folder_add(a, own_folder(o, a, 0), ".so", 0, out);
    n = folder_add(a, own_folder(o, a, 1), ".so", n, out);
    return folder_add(a, gat_arena_print(a, "%s/backends", o->home), ".py", n, out);
}

static int unknown(const struct gat_options *o, struct gat_arena *a, const char *name)
{
    char list[512] = "";
    struct gat_backend_ref *all = NULL;
    unsigned n = all_find(o, a, &all);
    for (unsigned k = 0; k < n; k++)
        snprintf(list + strlen(list), sizeof list - strlen(list), " %s", all[k].name);
    return gat_complain(GAT_EXIT_USAGE,
                        "no backend '%s'; there are:%s (a file is named with a slash or .so)", name,
                        list);
}

static int named_find(const struct gat_options *o, struct gat_arena *a, const char *word,
                      struct gat_backend_ref *out)
{
    if (is_function(o, a, word)) {
        function_set(o, a, word, out);
        return 0;
    }
    const char *first = strchr(word, ':'), *slash = strchr(word, '/');
    const char *so = strstr(word, ".so:");
    bool is_name = first != NULL && (slash == NULL || first < slash);
    const char *colon = is_name                      ? first /* options may hold paths */
                        : so != NULL                 ? so + 3
                        : gat_ends_with(word, ".so") ? NULL
                                                     : first;
    size_t n = colon != NULL ? (size_t)(colon - word) : strlen(word);
    const char *name = gat_arena_text(a, word, n);
    const char *options = colon != NULL ? colon + 1 : "";
    if (strchr(name, '/') != NULL || gat_ends_with(name, ".so")) {
        const char *path = strchr(name, '/') != NULL ? name : gat_arena_print(a, "./%s", name);
        const char *base = strrchr(path, '/') + 1;
        const char *dot = gat_is_adapter(path) ? strrchr(base, '.') : NULL;
        size_t so_size = gat_ends_with(base, ".so") ? 3 : 0;
        size_t length = dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base) - so_size;
        one_set(out, gat_arena_text(a, base, length), path, options, true);
        return 0;
    }
    for (unsigned f = 0; f < 2; f++) {
        const char *path = gat_arena_print(a, "%s/%s.so", own_folder(o, a, f), name);
        if (access(path, F_OK) == 0) {
            one_set(out, word, path, options, true);
            return 0;
        }
    }
    for (const char *const *home = gat_options_paths(o); *home != NULL; home++) {
        const char *path = gat_arena_print(a, "%s/backends/%s.py", *home, name);
        if (gat_is_adapter(path)) {
            one_set(out, word, path, options, true);
            return 0;
        }
    }
    return unknown(o, a, name);
}

unsigned gat_backends_all(const struct gat_options *o, struct gat_arena *a,
                          struct gat_backend_ref **out)
{
    adapters_prepare(o, a);
    return all_find(o, a, out);
}

static int unlike(const struct gat_options *o)
{
    return gat_complain(GAT_EXIT_USAGE,
                        "--like %s says by which document a function of Python is judged, and "
                        "none is named; use --backend FILE.py:FUNCTION",
                        o->like);
}

int gat_backends_find(const struct gat_options *o, struct gat_arena *a,
                      struct gat_backend_ref **out, unsigned *count)
{
    unsigned functions = 0;
    if (o->backends.count == 0 && o->like != NULL)
        return unlike(o);
    if (o->backends.count == 0) {
        *count = gat_backends_folder(a, own_folder(o, a, 0), out);
        if (*count == 0)
            return gat_complain(GAT_EXIT_OURS, "no backends in %s; make builds them",
                                own_folder(o, a, 0));
        return 0;
    }
    adapters_prepare(o, a);
    *count = o->backends.count;
    *out = GAT_NEW_N(a, struct gat_backend_ref, *count);
    for (unsigned k = 0; k < *count; k++) {
        int code = named_find(o, a, o->backends.items[k], &(*out)[k]);
        if (code != 0)
            return code;
        functions += (*out)[k].function != NULL;
    }
    return o->like != NULL && functions == 0 ? unlike(o) : 0;
}

int gat_backend_unopened(const struct gat_backend_ref *b, bool missing, const struct gat_error *e)
{
    int code = gat_complain(missing ? GAT_EXIT_OURS : GAT_EXIT_USAGE, "%s: %s",
                            gat_backend_shown(b), e->text);
    return missing && !b->explicitly ? GAT_EXIT_CONFORMING : code;
}
