/* export_py.c - a case as a Python program that makes a framework's own call, compares what
 * comes back, and says by its exit status whether a failure shows.
 *
 * The call and how tensors go in and out are those of the adapter: a table CALLS, and what
 * lies between its two marks, copied as they stand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "cli/options.h"
#include "dtype.h"
#include "export/export.h"
#include "export/export_answers.h"
#include "export/export_text.h"
#include "real.h"
#include "report/render.h"
#include "report/render_lua.h"

static const char FROM_HERE[] = "# ---- alone: from here", TO_HERE[] = "# ---- alone: to here";
static const char TABLE[] = "\nCALLS = \"\"\"", IMPORT[] = "\nfrom gatherum_", WAY[] = "\ndef way(";

/* The files of the adapter's folder that the program is made of. */
struct recipe {
    const char *backend;
    const char *helper, *shared, *own; /* copied parts; `shared` may be "" */
    const char *call;                  /* the expression */
    const char *options; /* options by which `way` calls: "jit=yes,threads=1", or "" */
};

/* ---- values ---- */

static bool is_plain(const struct gat_array *t)
{
    unsigned parts = 0;
    bool real = gat_real_of(t->dtype, &parts) != NULL;
    if (t->dtype == GAT_BF16 || parts == 2)
        return false;
    for (int64_t k = 0; k < gat_array_count(t); k++) {
        char text[128];
        const char *at = (const char *)t->data + (size_t)k * gat_dtype_size(t->dtype);
        if (t->dtype == GAT_BOOL && *(const unsigned char *)at > 1)
            return false;
        if (real)
            gat_dtype_print(t->dtype, at, text, sizeof text);
        if (real && (strncmp(text, "nan", 3) == 0 || strncmp(text, "-nan", 4) == 0 ||
                     strncmp(text, "0x", 2) == 0))
            return false;
    }
    return true;
}

static void string_print(FILE *to, const void *at)
{
    struct gat_string s;
    memcpy(&s, at, sizeof s);
    fputs("b\"", to);
    for (uint64_t k = 0; k < s.size; k++) {
        unsigned char c = (unsigned char)s.data[k];
        fprintf(to, c < 0x20 || c >= 0x7f || c == '"' || c == '\\' ? "\\x%02x" : "%c", c);
    }
    fputc('"', to);
}

static void element_print(FILE *to, const struct gat_array *t, bool plain, int64_t k)
{
    size_t size = gat_dtype_size(t->dtype);
    const unsigned char *at = (const unsigned char *)t->data + (size_t)k * size;
    char text[128];
    unsigned parts;
    if (!plain) { /* little-endian, as everywhere here */
        fputs("0x", to);
        for (size_t b = size; b-- > 0;)
            fprintf(to, "%02x", at[b]);
    } else if (t->dtype == GAT_STR) {
        string_print(to, at);
    } else if (t->dtype == GAT_BOOL) {
        fputs(*at != 0 ? "True" : "False", to);
    } else {
        gat_dtype_print(t->dtype, at, text, sizeof text);
        bool real = gat_real_of(t->dtype, &parts) != NULL;
        if (strstr(text, "inf") != NULL)
            fprintf(to, "float(\"%s\")", text);
        else
            fprintf(to, "%s%s", text, real && strpbrk(text, ".e") == NULL ? ".0" : "");
    }
}

static void head_print(FILE *to, const char *function, const struct gat_array *t)
{
    fprintf(to, "%s(\"%s\", [", function, gat_dtype_name(t->dtype));
    for (int32_t d = 0; d < t->ndim; d++)
        fprintf(to, "%s%" PRId64, d > 0 ? ", " : "", t->shape[d]);
}

/* sparse("int8", [4294967311], {17: [0x2a, ...]}): where there is something, the bits. */
static void sparse_print(FILE *to, const struct gat_array *t)
{
    size_t size = gat_dtype_size(t->dtype);
    head_print(to, "sparse", t);
    fputs("], {", to);
    for (size_t e = 0; e < t->sparse->count; e++) {
        const struct gat_extent *x = &t->sparse->extents[e];
        fprintf(to, "%s%" PRIu64 ": [", e > 0 ? ",\n        " : "", x->at / size);
        for (uint64_t k = x->at / size; k < (x->at + x->size) / size; k++) {
            fputs(k > x->at / size ? ", " : "", to);
            element_print(to, t, false, (int64_t)k);
        }
        fputs("]", to);
    }
    fputs("})", to);
}

/* array("float32", [2, 3], [1.0, ...]), or bits() where values do not tell. */
static void array_print(FILE *to, const struct gat_array *t)
{
    if (t->sparse != NULL) {
        sparse_print(to, t);
        return;
    }
    bool plain = is_plain(t);
    head_print(to, plain ? "array" : "bits", t);
    fputs("], [", to);
    for (int64_t k = 0; k < gat_array_count(t); k++) {
        fputs(k == 0 ? "" : k % 16 == 0 ? ",\n        " : ", ", to);
        element_print(to, t, plain, k);
    }
    fputs("])", to);
}

/* ---- what is admitted ---- */

static void bound_print(FILE *to, double x, const char *after)
{
    fprintf(to, isinf(x) ? "float(\"%g\")%s" : "%.17g%s", x, after);
}

static void ranges_print(FILE *to, const struct ref_answer *a)
{
    unsigned parts;
    if (a->ranges == NULL || gat_real_of(a->output.dtype, &parts) == NULL)
        return;
    fputs(",\n     # computed numbers: low, high, and what else they may be (1 NaN, 2 and 4 "
          "infinities, 8 either zero, "
          "16 these bits alone)\n     \"ranges\": [",
          to);
    for (int64_t k = 0; k < gat_array_count(&a->output) * parts; k++) {
        const struct ref_range *r = &ref_ranges_of(a, k / parts)[k % parts];
        fputs(k == 0 ? "(" : k % 4 == 0 ? ",\n        (" : ", (", to);
        bound_print(to, r->low, ", ");
        bound_print(to, r->high, ", ");
        fprintf(to, "%u)", r->also);
    }
    fputs("]", to);
}

static void others_print(FILE *to, const struct ref_case *c, const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output);
    bool first = true;
    for (int64_t k = 0; k < n && a->unspecified != NULL; k++)
        if (a->unspecified[k] != 0) {
            fprintf(to, first ? ",\n     \"anything\": {%" PRId64 : ", %" PRId64, k);
            first = false;
        }
    fputs(first ? "" : "}", to);
    first = true;
    for (int64_t k = 0; k < n && a->last_writer != NULL; k++)
        for (int64_t u = a->last_writer[k]; u > 0; u = a->earlier_writer[u - 1]) {
            fprintf(to,
                    first ? ",\n     \"also\": [(%" PRId64 ", %" PRId64 ")"
                          : ", (%" PRId64 ", %" PRId64 ")",
                    k, ref_update_element(c, a, u - 1));
            first = false;
        }
    fputs(first ? "" : "]", to);
}

static void answer_print(FILE *to, const struct ref_case *c, const struct gat_export_answer *one)
{
    static const char *const demands[] = {[REF_MUST_SUCCEED] = "answer",
                                          [REF_MUST_REPORT] = "error",
                                          [REF_MAY_EITHER] = "either",
                                          [REF_FREE] = "anything"};
    const struct ref_answer *a = &one->answer;
    fprintf(to, "    {\"demand\": \"%s\"", demands[a->demand]);
    if (one->reading[0] != '\0')
        fprintf(to, ", \"readings\": \"%s\"", one->readings);
    if (a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER) {
        fputs(",\n     \"output\": ", to);
        array_print(to, &a->output);
        others_print(to, c, a);
        ranges_print(to, a);
    }
    fputs("},\n", to);
}

/* ---- the adapter's words ---- */

/* The part between the marks, without their lines; NULL where there are none. */
static const char *between_marks(struct gat_arena *a, const char *source)
{
    const char *from = strstr(source, FROM_HERE),
               *end = from == NULL ? NULL : strstr(from, TO_HERE);
    if (end == NULL)
        return NULL;
    from += strcspn(from, "\n");
    while (*from == '\n')
        from++;
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    return gat_arena_print(a, "%.*s\n", (int)(end - from), from);
}

/* The expression of "op/variant" in a table; with `as` that of the first variant of op. */
static const char *call_find(struct gat_arena *a, const char *source, const char *name, bool as)
{
    const char *at = strstr(source, TABLE),
               *end = at == NULL ? NULL : strstr(at + strlen(TABLE), "\"\"\"");
    const char *slash = strchr(name, '/');
    size_t length = strlen(name), op = slash == NULL ? length : (size_t)(slash - name) + 1;
    const char *found = NULL;
    for (at = at == NULL ? NULL : at + strlen(TABLE); at != NULL && at < end;
         at += strcspn(at, "\n")) {
        while (*at == '\n')
            at++;
        bool exactly = strncmp(at, name, length) == 0 && at[length] == ' ';
        if (at >= end || (!exactly && (!as || found != NULL || strncmp(at, name, op) != 0)))
            continue;
        const char *call = at + strcspn(at, " \n");
        call += strspn(call, " ");
        found = gat_arena_print(a, "%.*s", (int)strcspn(call, "\n"), call);
        if (exactly)
            return found;
    }
    return found;
}

/* The text of backends/NAME of whichever folder has it, or NULL. */
static const char *source_read(const struct gat_export *x, const char *name)
{
    struct gat_render r = {.paths = x->paths};
    struct gat_error e = {0};
    const char *source, *text = NULL;
    size_t size;
    for (const char *const *home = x->paths; *home != NULL && text == NULL; home++) {
        const char *path = gat_arena_print(x->arena, "%s/backends/%s", *home, name);
        if (access(path, R_OK) == 0 && gat_render_source(&r, path, &source, &size, &e))
            text = gat_arena_text(x->arena, source, size);
    }
    gat_arena_free(&r.arena);
    return text;
}

/* The file that several adapters share, beside the protocol: `own` imports from at most one. */
static const char *shared_read(const struct gat_export *x, const char *own)
{
    for (const char *at = own; (at = strstr(at, IMPORT)) != NULL; at++) {
        const char *name = at + 1 + strlen("from ");
        int n = (int)strcspn(name, " ");
        if (strncmp(name, "gatherum_adapter ", (size_t)n + 1) != 0)
            return source_read(x, gat_arena_print(x->arena, "python/%.*s.py", n, name));
    }
    return NULL;
}

static bool recipe_read(const struct gat_export *x, const char *backend, bool as,
                        struct recipe *out)
{
    const char *helper = source_read(x, "python/gatherum_adapter.py");
    const char *own = source_read(x, gat_arena_print(x->arena, "%s.py", backend));
    if (own == NULL) /* its adapter is written in C */
        own = source_read(x, gat_arena_print(x->arena, "python/%s_alone.py", backend));
    if (own == NULL || helper == NULL)
        return false;
    const char *shared = shared_read(x, own);
    const char *name = gat_arena_print(x->arena, "%s/%s", x->job.op, x->job.variant);
    const char *call = call_find(x->arena, own, name, as);
    if (call == NULL && shared != NULL)
        call = call_find(x->arena, shared, name, as);
    *out = (struct recipe){
        .backend = backend,
        .helper = between_marks(x->arena, helper),
        .shared = shared == NULL ? "" : between_marks(x->arena, shared),
        .own = between_marks(x->arena, own),
        .call = call,
    };
    return out->helper != NULL && out->shared != NULL && out->own != NULL && out->call != NULL;
}

/* The first adapter that has a call for the variant; with `own` only adapters whose name begins
 * like that of the variant are looked at. */
static bool recipe_first(const struct gat_export *x, bool own, struct recipe *out)
{
    size_t n_own = own ? strcspn(x->job.variant, "-") : 0;
    bool found = false;
    for (const char *const *home = x->paths; *home != NULL && !found; home++) {
        const char **name =
            gat_folder_names(x->arena, gat_arena_print(x->arena, "%s/backends", *home), ".py");
        for (; name != NULL && *name != NULL && !found; name++)
            found = strncmp(*name, x->job.variant, n_own) == 0 &&
                    recipe_read(x, gat_arena_text(x->arena, *name, strlen(*name) - 3), false, out);
    }
    return found;
}

static bool recipe_find(const struct gat_export *x, struct recipe *out)
{
    return recipe_first(x, true, out) || recipe_first(x, false, out);
}

/* What follows the name of a backend, without "as=variant", which chooses the call. */
static const char *options_of(struct gat_arena *a, const char *backend)
{
    const char *at = backend == NULL ? NULL : strchr(backend, ':'), *all = "";
    for (size_t n; at != NULL && *at != '\0'; at += n) {
        at++;
        n = strcspn(at, ",");
        if (strncmp(at, "as=", 3) != 0)
            all = gat_arena_print(a, "%s%s%.*s", all, all[0] == '\0' ? "" : ",", (int)n, at);
    }
    return all;
}

/* OPTIONS = {"jit": "yes", "threads": "1"} */
static void options_print(FILE *to, const char *options)
{
    fputs("OPTIONS = {", to);
    for (const char *at = options; *at != '\0';) {
        size_t n = strcspn(at, ","), name = strcspn(at, "=,");
        fprintf(to, "%s\"%.*s\": \"%.*s\"", at == options ? "" : ", ", (int)name, at,
                (int)(n - name - (name < n)), at + name + (name < n));
        at += n + (at[n] == ',');
    }
    fputs("}\n", to);
}

/* ---- the program ---- */

static void attribute_print(FILE *to, const struct gat_attr *a)
{
    if (a->kind == GAT_ATTR_TEXT)
        fprintf(to, "\"%s\"", a->text);
    else if (a->kind == GAT_ATTR_FLOAT)
        bound_print(to, a->f, "");
    else if (a->kind == GAT_ATTR_INT)
        fprintf(to, "%" PRId64, a->i);
    else
        for (uint64_t i = 0; i <= a->n_ints; i++)
            fprintf(to, i == a->n_ints ? "]" : "%s%" PRId64, i == 0 ? "[" : ", ", a->ints[i]);
}

/* Each by its name, for the call, and those that the case states together. */
static void attributes_print(FILE *to, const struct gat_job *job)
{
    bool axis = false;
    for (unsigned k = 0; k < job->n_attrs; k++) {
        fprintf(to, "%s = ", job->attrs[k].name);
        attribute_print(to, &job->attrs[k]);
        fputc('\n', to);
        axis |= strcmp(job->attrs[k].name, "axis") == 0;
    }
    if (!axis)
        fputs("axis = 0  # where a call needs one and the case states none\n", to);
    fputs("attrs = {", to);
    for (unsigned k = 0; k < job->n_attrs; k++)
        fprintf(to, "%s\"%s\": %s", k > 0 ? ", " : "", job->attrs[k].name, job->attrs[k].name);
    fputs("}\n", to);
}

static const char *program_make(const struct gat_export *x, const struct recipe *r,
                                const char *judge)
{
    struct gat_export_text all;
    struct gat_export_answer *list;
    FILE *to = gat_export_open(&all, x->arena);
    fputs("#!/usr/bin/env python3\n\"\"\"One case of gatherum, alone:\n\n", to);
    for (const char *at = gat_export_head(x, ""); *at != '\0'; at++)
        fprintf(to, *at == '"' || *at == '\\' ? "'" : "%c", *at);
    fprintf(to,
            "\nIt makes the call by %s alone.  Exit status: 0 the failure shows, 1 it does not, 2 "
            "it could not be tried.\n"
            "\"\"\"\n\nimport os\nimport sys\n\n",
            r->backend);
    fprintf(to, "# ---- how tensors go in and out\n%s\n\n", r->own);
    fputs("# ---- the case\n", to);
    if (r->options[0] != '\0')
        options_print(to, r->options);
    attributes_print(to, &x->job);
    fputs("\n\ndef call(", to);
    for (unsigned k = 0; k < x->job.n_inputs; k++)
        fprintf(to, "%s%s", k > 0 ? ", " : "", x->job.input_names[k]);
    fprintf(to, "):\n    return %s\n\n\ndef operands():\n    return {\n", r->call);
    for (unsigned k = 0; k < x->job.n_inputs; k++) {
        fprintf(to, "        \"%s\": ", x->job.input_names[k]);
        array_print(to, &x->job.inputs[k]);
        fputs(",\n", to);
    }
    fputs("    }\n\n\n# ---- what the document admits, one answer for each reading\ndef "
          "answers():\n    return [\n",
          to);
    unsigned n = gat_export_answers(x->expectation, x->arena, &list);
    for (unsigned k = 0; k < n; k++)
        answer_print(to, &x->member->question, &list[k]);
    fprintf(to, "    ]\n\n\n# ---- the same for every case\n%s%s%s\n\n%s", r->shared,
            r->shared[0] == '\0' ? "" : "\n\n", r->helper, judge);
    return gat_export_close(&all, x->arena);
}

static int py_write(const struct gat_export *x)
{
    struct recipe r;
    struct gat_error e = {0};
    const char *colon = x->backend == NULL ? NULL : strchr(x->backend, ':'), *judge;
    size_t length = x->backend == NULL ? 0 : strcspn(x->backend, ":");
    if (x->backend == NULL ? !recipe_find(x, &r)
                           : !recipe_read(x, gat_arena_text(x->arena, x->backend, length),
                                          colon != NULL && strstr(colon, "as=") != NULL, &r))
        return gat_complain(GAT_EXIT_USAGE, "%s has %s call for %s/%s; --backend names an adapter",
                            x->backend == NULL ? "no adapter" : x->backend,
                            x->backend == NULL ? "a" : "no", x->job.op, x->job.variant);
    r.options = options_of(x->arena, x->backend);
    if (r.options[0] != '\0' && strstr(r.own, WAY) == NULL)
        return gat_complain(GAT_EXIT_USAGE, "programs of %s know no options, as '%s'", r.backend,
                            r.options);
    if (!gat_export_part(x, "parts/alone.py", &judge, &e))
        return gat_complain(GAT_EXIT_OURS, "%s", e.text);
    return gat_export_text(x, program_make(x, &r, judge));
}

GAT_EXPORT_FORMAT(py) = {
    .name = "py",
    .sentence = "one file that needs Python and the framework, which --backend names",
    .giants = true,
    .ending = ".py",
    .write = py_write,
};
