/* cmd_report.c - gatherum report: records as something that a person or a program
 * reads.
 *
 * The file named by -o is replaced only when the report is whole.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/sentence.h"
#include "cli/options.h"
#include "files/word_lists.h"
#include "lists/list_reports.h"
#include "report/render.h"
#include "report/render_lua.h"
#include "report/render_read.h"

static int date_read(struct gat_render *r)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end, date[64];
    struct tm t;
    if (text == NULL || text[0] == '\0')
        return 0;
    errno = 0;
    long long seconds = strtoll(text, &end, 10);
    time_t when = (time_t)seconds;
    if (errno != 0 || *end != '\0' || seconds < 0 || seconds > 253402300799LL ||
        gmtime_r(&when, &t) == NULL || strftime(date, sizeof date, "%Y-%m-%d", &t) == 0)
        return gat_complain(GAT_EXIT_USAGE, "SOURCE_DATE_EPOCH takes seconds since 1970, not '%s'",
                            text);
    r->date = gat_arena_print(&r->arena, "%s", date);
    return 0;
}

static void input_add(struct gat_render *r, const char *path, bool old)
{
    const char *slash = strrchr(path, '/');
    r->inputs[r->n_inputs++] = (struct gat_render_input){
        .path = path, .name = slash != NULL ? slash + 1 : path, .old = old};
}

static int inputs_read(struct gat_render *r, const struct gat_options *o)
{
    struct gat_error e = {0};
    r->inputs = GAT_NEW_N(&r->arena, struct gat_render_input, o->words.count + o->against.count);
    for (unsigned k = 1; k < o->words.count; k++)
        input_add(r, o->words.items[k], false);
    for (unsigned k = 0; k < o->against.count; k++)
        input_add(r, o->against.items[k], true);
    r->against = o->against.count > 0;
    for (unsigned k = 0; k < r->n_inputs; k++)
        if (!gat_render_input_read(&r->inputs[k], &e))
            return gat_complain_error(GAT_EXIT_USAGE, &e);
    return 0;
}

static int format_unknown(struct gat_render *r, const char *format)
{
    return gat_complain(GAT_EXIT_USAGE, "no report '%s'%s; gatherum list reports lists them",
                        format, gat_meant_words(gat_suggest(format, gat_render_formats(r))));
}

/* Writing over the records would destroy what is being read. */
static bool is_input(const struct gat_render *r, const char *path)
{
    for (unsigned k = 0; k < r->n_inputs; k++)
        if (gat_file_same(path, r->inputs[k].path))
            return true;
    return false;
}

static int out_open(struct gat_render *r, const struct gat_options *o, struct gat_file *file)
{
    struct gat_error e = {0};
    file->fd = -1;
    r->out = stdout;
    if (o->out == NULL)
        return 0;
    if (is_input(r, o->out))
        return gat_complain(GAT_EXIT_USAGE, "%s is one of the inputs; write to another file",
                            o->out);
    if (!gat_file_open(file, o->out, &e))
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    r->out = fdopen(dup(file->fd), "w");
    return r->out != NULL
               ? 0
               : gat_complain(GAT_EXIT_OURS, "%s cannot be written: %s", o->out, strerror(errno));
}

/* The report takes its place only when it is whole. */
static int out_close(struct gat_render *r, struct gat_file *file, int code)
{
    struct gat_error e = {0};
    if (file->fd < 0)
        return code;
    bool good = r->out != NULL && code == 0;
    good = r->out != NULL && fflush(r->out) == 0 && ferror(r->out) == 0 && good;
    good = r->out != NULL && fclose(r->out) == 0 && good;
    if (gat_file_close(file, good, &e) || code != 0)
        return code;
    return gat_complain_error(GAT_EXIT_OURS, &e);
}

/* With --against: is something failing that did not, or is it unproven? */
static int gate(const struct gat_render *r)
{
    if (!r->against)
        return GAT_EXIT_CONFORMING;
    if (r->newly > 0)
        return gat_complain(GAT_EXIT_NOT, "%lld newly failing", (long long)r->newly);
    if (r->unproven != NULL)
        return gat_complain(GAT_EXIT_NOT, "%s", r->unproven);
    return GAT_EXIT_CONFORMING;
}

static int format_write(struct gat_render *r, const struct gat_options *o, const char *path)
{
    struct gat_error e = {0};
    int code = inputs_read(r, o);
    if (code != 0)
        return code;
    struct gat_file file;
    code = out_open(r, o, &file);
    if (code == 0 && !gat_render_run(r, path, &e))
        code = gat_complain_error(r->bad_input ? GAT_EXIT_USAGE : GAT_EXIT_OURS, &e);
    code = out_close(r, &file, code);
    return code != 0 ? code : gate(r);
}

static int report_command(const struct gat_options *o)
{
    struct gat_render r = {.paths = gat_options_paths(o)};
    if (o->words.count < 1)
        return gat_complain(GAT_EXIT_USAGE, "report takes a format and files of records; "
                                            "gatherum list reports lists the formats");
    const char *format = o->words.items[0];
    const char *path = NULL;
    if (gat_name_valid(format))
        path = gat_render_find(&r, gat_arena_print(&r.arena, "%s.lua", format));
    int code = path == NULL ? format_unknown(&r, format) : date_read(&r);
    if (code == 0)
        code = format_write(&r, o, path);
    for (unsigned k = 0; k < r.n_inputs; k++)
        json_decref(r.inputs[k].document);
    gat_arena_free(&r.arena);
    return code;
}

GAT_COMMAND(report) = {
    .name = "report",
    .arguments = "FORMAT [RECORDS]...",
    .sentence = "records as something to read, or what changed since other records",
    .order = 20,
    .run = report_command,
};
