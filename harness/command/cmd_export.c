/* cmd_export.c - gatherum export: one case for those who have no gatherum.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"
#include "export/export.h"
#include "oracle/expect.h"
#include "suite/member.h"
#include "draw/one_case.h"
#include "suite/pattern.h"

/* Made by the linker around the section that GAT_EXPORT_FORMAT fills. */
extern const struct gat_export_format *const __start_gat_exports[];
extern const struct gat_export_format *const __stop_gat_exports[];

static const struct gat_export_format *format_find(const char *name)
{
    for (const struct gat_export_format *const *f = __start_gat_exports; f < __stop_gat_exports;
         f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    return NULL;
}

static int format_unknown(const char *name)
{
    char known[400] = "";
    size_t used = 0;
    if (strcmp(name, "onnx") == 0)
        return gat_complain(GAT_EXIT_OURS,
                            "export onnx is not in this build: protobuf-c or onnx.proto was "
                            "missing; run tools/deps.sh and build again");
    for (const struct gat_export_format *const *f = __start_gat_exports; f < __stop_gat_exports;
         f++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s (%s)",
                                 used > 0 ? ", " : "", (*f)->name, (*f)->sentence);
    return gat_complain(GAT_EXIT_USAGE, "export knows no format '%s'; there are: %s", name, known);
}

/* Make the member and what is expected of it; NULL, or why it cannot be exported. */
static const char *member_take(const struct gat_options *o, const struct gat_export_format *f,
                               const struct gat_point *point, unsigned k, uint64_t seed,
                               struct gat_arena *a, struct gat_export *out)
{
    struct gat_member *m = GAT_NEW(a, struct gat_member);
    struct gat_expectation *x = GAT_NEW(a, struct gat_expectation);
    gat_member_make(point, k, seed, a, m);
    gat_expect(m, a, x);
    const char *why = gat_export_misfit(x, f->giants, a);
    if (why == NULL && x->oracle_wrong)
        why = gat_arena_print(a, "contradicts itself, so nothing is expected of it: %s",
                              x->oracle_why);
    gat_export_make(x, seed, a, out);
    out->paths = gat_options_paths(o);
    out->out = o->out;
    out->backend = o->backends.count > 0 ? o->backends.items[0] : NULL;
    return why == NULL && f->misfit != NULL ? f->misfit(out) : why;
}

static int id_export(const struct gat_options *o, const struct gat_catalog *c, struct gat_arena *a,
                     uint64_t seed)
{
    const char *id = o->words.items[1];
    const struct gat_export_format *f = format_find(o->words.items[0]);
    const struct gat_point *point;
    unsigned k = 0, count;
    struct gat_export x;
    struct gat_member m;
    int code = gat_one_case_find(c, id, seed, a, &point, &k, &count);
    if (code != 0)
        return code;
    gat_member_name(point, k, a, &m);
    if (count > 1)
        return gat_complain(GAT_EXIT_USAGE, "'%s' is %u cases, %s for example; name one", id, count,
                            m.name);
    const char *why = member_take(o, f, point, k, seed, a, &x);
    return why == NULL ? f->write(&x) : gat_complain(GAT_EXIT_USAGE, "%s %s", m.name, why);
}

/* The first member of a point that the format can hold, into the folder --out; its name and
 * file are told.  Points without one are passed over. */
static int point_export(const struct gat_options *o, const struct gat_export_format *f,
                        const struct gat_point *p, uint64_t seed, struct gat_arena *a, unsigned *n)
{
    struct gat_export x;
    unsigned k = 0;
    while (k < p->n_members && member_take(o, f, p, k, seed, a, &x) != NULL)
        k++;
    if (k == p->n_members)
        return 0;
    char *name = gat_arena_print(a, "%s", x.member->name);
    for (char *c = name; *c != '\0'; c++)
        *c = strchr("/,@+", *c) != NULL ? '_' : *c;
    x.out = gat_arena_print(a, "%s/%s%s", o->out, name, f->ending);
    printf("%s\t", x.member->name);
    if (f->ending[0] != '\0')
        printf("%s\n", x.out);
    ++*n;
    return f->write(&x);
}

/* Every written case that the patterns select, once. */
static int all_export(const struct gat_options *o, const struct gat_catalog *c,
                      struct gat_arena *arena, uint64_t seed)
{
    const struct gat_export_format *f = format_find(o->words.items[0]);
    struct gat_arena a = {0};
    unsigned n = 0;
    int code = 0;
    (void)arena;
    for (unsigned k = 0; k < c->n_points && code == 0; k++) {
        gat_arena_reset(&a);
        if (!gat_point_closed(&c->points[k]) && gat_pattern_any(&o->words, 1, &c->points[k], NULL))
            code = point_export(o, f, &c->points[k], seed, &a, &n);
    }
    gat_arena_free(&a);
    return code != 0 || n > 0
               ? code
               : gat_complain(GAT_EXIT_USAGE, "none of the selected written cases can be exported");
}

static int export_command(const struct gat_options *o)
{
    if (o->words.count < 2 || (o->words.count > 2 && !o->all))
        return gat_complain(GAT_EXIT_USAGE,
                            "export takes a format and the name of one case: gatherum "
                            "export c ID");
    if (format_find(o->words.items[0]) == NULL)
        return format_unknown(o->words.items[0]);
    if (o->all && o->out == NULL)
        return gat_complain(GAT_EXIT_USAGE, "--all needs a folder for its files: -o DIR");
    if (o->all && mkdir(o->out, 0777) != 0 && errno != EEXIST)
        return gat_complain(GAT_EXIT_USAGE, "%s cannot be made: %s", o->out, strerror(errno));
    return o->all ? gat_one_case_run(o, o->words.count - 1, all_export)
                  : gat_one_case_run(o, 1, id_export);
}

GAT_COMMAND(export) = {
    .name = "export",
    .arguments = "c|onnx|py ID",
    .sentence =
        "one case for those who have no gatherum: a C file, a Python file, a node test of ONNX",
    .order = 61,
    .run = export_command,
};
