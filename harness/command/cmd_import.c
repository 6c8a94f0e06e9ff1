/* cmd_import.c - gatherum import: tests that others published, as case files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/folder.h"
#include "cli/command.h"
#include "cli/options.h"
#include "onnx/onnx_import.h"

/* Where Debian's libonnx-testdata puts the node tests. */
#define USUAL_PLACE "/usr/share/libonnx-testdata/data/node"
#define MAX_OPS 64

/* Built only where there is protobuf-c; else the linker leaves a NULL here. */
#pragma weak gat_onnx_import_read

/* A case file in the making. */
struct sheet {
    const char *op;
    FILE *to;
    char *text;
    size_t size;
};

struct intake {
    struct gat_arena keep, model; /* of the whole import; of one model */
    const struct gat_options *options;
    struct gat_spec_set specs;
    FILE *say; /* summary: stdout, or stderr where the cases go to stdout */
    unsigned n_sheets;
    struct sheet sheets[MAX_OPS];
    unsigned n_names;
    const char **names; /* "gather/gather_0" of all tests so far */
    unsigned n_models, n_imported, n_waiting, n_foreign, n_refused;
};

/* False when there is a test of that name already. */
static bool name_take(struct intake *in, const struct gat_onnx_test *t)
{
    const char *name = gat_arena_print(&in->keep, "%s/%s", t->op, t->name);
    for (unsigned k = 0; k < in->n_names; k++)
        if (strcmp(in->names[k], name) == 0)
            return false;
    GAT_GROW(&in->keep, in->names, in->n_names);
    in->names[in->n_names++] = name;
    return true;
}

static struct sheet *sheet_find(struct intake *in, const char *op)
{
    for (unsigned k = 0; k < in->n_sheets; k++)
        if (strcmp(in->sheets[k].op, op) == 0)
            return &in->sheets[k];
    if (in->n_sheets == MAX_OPS)
        return NULL;
    struct sheet *s = &in->sheets[in->n_sheets];
    s->op = gat_arena_text(&in->keep, op, strlen(op));
    s->to = open_memstream(&s->text, &s->size);
    if (s->to == NULL)
        return NULL;
    in->n_sheets++;
    fprintf(s->to,
            "# %s.onnx-node.yaml - node tests of ONNX, made by gatherum import onnx.\n"
            "cases: 1\n"
            "hunts: gives another answer than the one that ONNX publishes for its node "
            "test\n"
            "operator: %s\n"
            "tests:\n",
            s->op, s->op);
    return s;
}

static void refuse(struct intake *in, const char *sentence)
{
    in->n_refused++;
    fprintf(stderr, "gatherum: %s\n", sentence);
}

static void tests_add(struct intake *in, const struct gat_onnx_import *got, const char *path)
{
    for (unsigned k = 0; k < got->n_tests; k++) {
        struct sheet *s = sheet_find(in, got->tests[k].op);
        if (s == NULL || !name_take(in, &got->tests[k])) {
            refuse(in, gat_arena_print(&in->keep, "%s: there is a test %s already", path,
                                       got->tests[k].name));
            return;
        }
        fputs(got->tests[k].yaml, s->to);
    }
    in->n_imported++;
}

/* Import one model; `alone` says that the caller named exactly this one. */
static void model_take(struct intake *in, const char *path, bool alone)
{
    struct gat_onnx_import got;
    struct gat_error e = {0};
    gat_onnx_import_read(&in->model, path, &in->specs, &got, &e);
    in->n_models++;
    switch (got.fate) {
    case GAT_ONNX_IMPORTED:
        tests_add(in, &got, path);
        break;
    case GAT_ONNX_WAITING:
        in->n_waiting++;
        fprintf(in->say, "waiting: %s: %s\n", got.title, got.why);
        break;
    case GAT_ONNX_FOREIGN:
        in->n_foreign++;
        if (alone)
            refuse(in, gat_arena_print(&in->keep, "%s: %s", path, got.why));
        break;
    case GAT_ONNX_REFUSED: {
        char text[800];
        gat_error_print(&e, text, sizeof text);
        refuse(in, text);
    }
    }
    gat_arena_reset(&in->model);
}

/* Every folder in `path` that holds a model, in order of name. */
static int folder_take(struct intake *in, const char *path)
{
    const char **names = gat_folder_names(&in->keep, path, "");
    if (names == NULL)
        return gat_complain(GAT_EXIT_USAGE, "%s: cannot be read: %s", path, strerror(errno));
    for (; *names != NULL; names++) {
        const char *model = gat_arena_print(&in->keep, "%s/%s/model.onnx", path, *names);
        if (access(model, F_OK) == 0)
            model_take(in, model, false);
    }
    if (in->n_models == 0)
        return gat_complain(GAT_EXIT_USAGE, "%s: no folder in it holds a model.onnx", path);
    return 0;
}

static int path_take(struct intake *in, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return gat_complain(GAT_EXIT_USAGE, "%s: cannot be read: %s", path, strerror(errno));
    const char *model = gat_arena_print(&in->keep, "%s/model.onnx", path);
    if (!S_ISDIR(info.st_mode))
        model_take(in, path, true);
    else if (access(model, F_OK) == 0)
        model_take(in, model, true);
    else
        return folder_take(in, path);
    return 0;
}

/* The file is there whole or not at all. */
static int sheet_write(struct intake *in, const struct sheet *s, const char *folder)
{
    const char *path = gat_arena_print(&in->keep, "%s/cases/%s/onnx-node.yaml", folder, s->op);
    struct gat_error e = {0};
    gat_folders_make(folder, path);
    return gat_file_write(path, s->text, s->size, &e)
               ? 0
               : gat_complain(GAT_EXIT_OURS, "%s: %s", path, e.text);
}

static int sheets_write(struct intake *in)
{
    const char *folder = in->options->out;
    int code = 0;
    for (unsigned k = 0; k < in->n_sheets; k++) {
        struct sheet *s = &in->sheets[k];
        if (fclose(s->to) != 0)
            code = gat_complain(GAT_EXIT_OURS, "no memory for the cases of %s", s->op);
        else if (folder == NULL)
            fwrite(s->text, 1, s->size, stdout);
        else if (code == 0)
            code = sheet_write(in, s, folder);
        free(s->text);
    }
    return code;
}

static int onnx_import(const struct gat_options *o, const char *path)
{
    if (gat_onnx_import_read == NULL)
        return gat_complain(GAT_EXIT_OURS,
                            "import onnx is not in this build: protobuf-c or onnx.proto "
                            "was missing; run tools/deps.sh and build again");
    if (path == NULL && access(USUAL_PLACE, F_OK) != 0) {
        printf("ONNX node tests: no %s here (package libonnx-testdata); nothing "
               "imported\n",
               USUAL_PLACE);
        return GAT_EXIT_CONFORMING;
    }
    struct intake in = {.options = o, .say = o->out == NULL ? stderr : stdout};
    struct gat_error e = {0};
    if (!gat_spec_set_read(&in.keep, gat_options_paths(o), NULL, NULL, &in.specs, &e)) {
        gat_arena_free(&in.keep);
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    }
    int code = path_take(&in, path == NULL ? USUAL_PLACE : path);
    if (in.n_imported + in.n_waiting > 0) {
        fprintf(in.say, "%u node tests: %u imported, %u waiting", in.n_models - in.n_foreign,
                in.n_imported, in.n_waiting);
        fprintf(in.say, in.n_refused > 0 ? ", %u refused\n" : "\n", in.n_refused);
    } else if (code == 0 && in.n_refused == 0) {
        code = gat_complain(GAT_EXIT_USAGE, "%s: none of %u models is a gather or scatter of ONNX",
                            path, in.n_models);
    }
    int written = sheets_write(&in);
    gat_arena_free(&in.keep);
    gat_arena_free(&in.model);
    return code != 0 ? code : written != 0 ? written : in.n_refused > 0 ? GAT_EXIT_USAGE : 0;
}

static int import_run(const struct gat_options *o)
{
    if (o->words.count < 1 || o->words.count > 2)
        return gat_complain(GAT_EXIT_USAGE,
                            "import takes a format and a path: gatherum import onnx PATH");
    if (strcmp(o->words.items[0], "onnx") != 0)
        return gat_complain(GAT_EXIT_USAGE, "import knows the format onnx, not '%s'",
                            o->words.items[0]);
    return onnx_import(o, o->words.count == 2 ? o->words.items[1] : NULL);
}

GAT_COMMAND(import) = {
    .name = "import",
    .arguments = "onnx [PATH] [-o DIR]",
    .sentence = "turn published ONNX node tests into case files",
    .order = 60,
    .run = import_run,
};
