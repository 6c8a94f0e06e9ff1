/* cmd_new.c - gatherum new: a backend, adapter, variant or case to begin with.
 *
 * The text comes from templates/, and works as it is.  In a template @NAME@ and @OPERATOR@ stand
 * for the names on the command line, @KERNEL@ for the operator's loop in ref/, and a line that
 * ends in "#only: KERNEL..." is for these loops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/sentence.h"
#include "cli/options.h"
#include "export/export.h"
#include "export/export_text.h"
#include "files/word_lists.h"
#include "suite/catalog.h"

struct kind {
    const char *name, *template;
    const char *folder; /* of --out, "" for itself */
    const char *ending;
    bool operator; /* its name is OPERATOR/WORD */
    bool program;  /* it may be executed */
};
static const struct kind kinds[] = {
    {"backend", "backend.c", "", ".c", false, false},
    {"backend --cuda", "backend.cu", "", ".cu", false, false},
    {"backend --opencl", "backend_cl.c", "", ".c", false, false},
    {"adapter", "adapter.py", "", ".py", false, true},
    {"variant", "variant.yaml", "/specs", ".yaml", true, false},
    {"case", "case.yaml", "/cases", ".yaml", true, false},
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0], MOST_TEMPLATE = 1 << 16 };

struct beginning {
    const struct kind *kind;
    const char *name;     /* of the backend, variant or topic */
    const char *operator; /* "" for a backend, and so is the next */
    const char *kernel;   /* the loop that the variants of the operator have */
    const char *out;      /* folder */
};

/* One line, with what stands for the words between two '@'. */
static void line_fill(const struct beginning *b, const char *line, size_t n, FILE *to)
{
    const char *const words[][2] = {{"@NAME@", b->name},
                                    {"@OPERATOR@", b->operator}, {"@KERNEL@", b->kernel}};
    for (const char *end = line + n; line < end;) {
        size_t skip = 0;
        for (unsigned k = 0; k < sizeof words / sizeof words[0] && skip == 0; k++)
            if (strncmp(line, words[k][0], strlen(words[k][0])) == 0) {
                fputs(words[k][1], to);
                skip = strlen(words[k][0]);
            }
        if (skip == 0)
            fputc(*line, to);
        line += skip > 0 ? skip : 1;
    }
    fputc('\n', to);
}

/* The template without its licence, which is not the user's, and without the lines of
 * other loops.  False where it has none for this one. */
static bool template_fill(const struct beginning *b, struct gat_arena *a, const char *text,
                          FILE *to)
{
    static const char only[] = " #only: ";
    bool whole = b->kernel[0] == '\0';
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        const char *line = gat_arena_text(a, text, n), *mark = strstr(line, only);
        bool ours = mark != NULL && gat_option_is_for(mark + sizeof only - 1, b->kernel);
        whole |= ours;
        if (strstr(line, "SPDX-License-Identifier") == NULL && (mark == NULL || ours))
            line_fill(b, line, mark != NULL ? (size_t)(mark - line) : n, to);
        text += n + (text[n] == '\n');
    }
    return whole;
}

static const char *template_read(const struct gat_options *o, const struct kind *k,
                                 struct gat_arena *a)
{
    const char *path = gat_arena_print(a, "%s/templates/%s", o->home, k->template);
    char *text = gat_arena_raw(a, MOST_TEMPLATE);
    FILE *f = fopen(path, "r");
    size_t size = f != NULL ? fread(text, 1, MOST_TEMPLATE - 1, f) : 0;
    text[size] = '\0';
    if (f != NULL)
        fclose(f);
    if (size == 0)
        gat_complain(GAT_EXIT_OURS, "%s cannot be read: %s", path,
                     f == NULL ? strerror(errno) : "it is empty");
    return size > 0 ? text : NULL;
}

/* Is the operator known, and the variant not?  An exit code, and the loop of the operator. */
static int place_check(const struct gat_options *o, struct beginning *b, struct gat_arena *a)
{
    struct gat_catalog catalog = {0};
    int code = gat_catalog_specs_open(&catalog, o);
    if (code != 0)
        return gat_catalog_free(&catalog), code;
    code = GAT_EXIT_USAGE;
    const char **operators = GAT_NEW_N(a, const char *, catalog.n_specs + 1);
    const char *there = NULL;
    for (unsigned k = 0; k < catalog.n_specs; k++) {
        operators[k] = gat_arena_print(a, "%s", catalog.specs[k]->op);
        if (strcmp(operators[k], b->operator) != 0)
            continue;
        code = 0;
        b->kernel = catalog.specs[k]->kernel->name;
        if (strcmp(catalog.specs[k]->variant, b->name) == 0)
            there = catalog.specs[k]->file;
    }
    if (code != 0)
        gat_complain(code, "no operator '%s'%s; gatherum list specs names them", b->operator,
                     gat_meant_words(gat_suggest(b->operator, operators)));
    else if (there != NULL && strcmp(b->kind->name, "variant") == 0)
        code =
            gat_complain(GAT_EXIT_USAGE, "%s/%s is there already: %s", b->operator, b->name, there);
    gat_catalog_free(&catalog);
    return code;
}

static int beginning_write(const struct gat_options *o, const struct beginning *b,
                           struct gat_arena *a)
{
    struct gat_export_text text;
    struct gat_error e = {0};
    const char *file = gat_arena_print(a, "%s%s/%s%s%s%s", b->out, b->kind->folder, b->operator,
                                       b->kind->operator ? "/" : "", b->name, b->kind->ending);
    const char *template = template_read(o, b->kind, a);
    if (template == NULL)
        return GAT_EXIT_OURS;
    if (access(file, F_OK) == 0)
        return gat_complain(GAT_EXIT_USAGE, "%s is there already, and is left as it is", file);
    gat_folders_make(b->out, file);
    bool known = template_fill(b, a, template, gat_export_open(&text, a));
    const char *whole = gat_export_close(&text, a);
    if (!known)
        return gat_complain(GAT_EXIT_OURS, "templates/%s has nothing for the loop %s of %s",
                            b->kind->template, b->kernel, b->operator);
    if (!gat_file_write(file, whole, strlen(whole), &e))
        return gat_complain(GAT_EXIT_OURS, "%s: %s", e.file, e.text);
    if (b->kind->program && chmod(file, 0755) != 0)
        return gat_complain(GAT_EXIT_OURS, "%s may not be executed: %s", file, strerror(errno));
    return printf("%s\n# it works as it is; its first lines say what to type next\n", file) > 0
               ? 0
               : GAT_EXIT_OURS;
}

/* Backends have names of fewer letters than variants and topics. */
static bool name_fits(const char *name, const struct kind *k)
{
    return gat_name_valid(name) && (k->operator || strpbrk(name, ".-") == NULL);
}

/* The kind that is asked for, NULL with a sentence printed. */
static const struct kind *kind_find(const struct gat_options *o, struct gat_arena *a)
{
    static const char *const names[] = {"backend", "adapter", "variant", "case", NULL};
    const char *word = o->words.items[0];
    const char *device = o->cuda && o->opencl ? " --cuda --opencl"
                         : o->cuda            ? " --cuda"
                         : o->opencl          ? " --opencl"
                                              : "";
    const char *name = gat_arena_print(a, "%s%s", word, device);
    for (unsigned k = 0; k < N_KINDS; k++)
        if (strcmp(kinds[k].name, name) == 0)
            return &kinds[k];
    if (device[0] != '\0')
        gat_complain(GAT_EXIT_USAGE, "new makes a backend with --cuda or --opencl, not '%s'", name);
    else
        gat_complain(GAT_EXIT_USAGE, "new makes a backend, adapter, variant or case, not '%s'%s",
                     word, gat_meant_words(gat_suggest(word, names)));
    return NULL;
}

static int new_command(const struct gat_options *o)
{
    struct beginning b = {.operator = "", .kernel = "", .out = o->out != NULL ? o->out : "."};
    struct gat_arena a = {0};
    if (o->words.count != 2)
        return gat_complain(GAT_EXIT_USAGE,
                            "new takes what to begin and its name: gatherum new backend my_gather");
    const char *given = o->words.items[1];
    b.kind = kind_find(o, &a);
    if (b.kind == NULL)
        return gat_arena_free(&a), GAT_EXIT_USAGE;
    const char *slash = b.kind->operator ? strchr(given, '/') : NULL;
    b.name = slash != NULL ? slash + 1 : given;
    b.operator = slash != NULL ? gat_arena_text(&a, given, (size_t)(slash - given)) : "";
    int code = 0;
    if ((b.kind->operator && slash == NULL) || !name_fits(b.name, b.kind))
        code = gat_complain(GAT_EXIT_USAGE, b.kind->operator
                            ? "'%s' is no name for it: OPERATOR/NAME, of a-z, 0-9, '.', '-' and '_'"
                            : "'%s' is no name for it: a-z, 0-9 and '_'", given);
    if (code == 0 && b.kind->operator)
        code = place_check(o, &b, &a);
    if (code == 0)
        code = beginning_write(o, &b, &a);
    gat_arena_free(&a);
    return code;
}

GAT_COMMAND(new) = {
    .name = "new",
    .arguments = "backend [--cuda|--opencl]|adapter NAME | variant|case OPERATOR/NAME",
    .sentence =
        "a backend, an adapter, a variant or a file of cases to begin with; it works as it is",
    .order = 14,
    .run = new_command,
};
