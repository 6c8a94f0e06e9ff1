/* export_c.c - a case as C: arrays, and macros that describe them to the parts after it.
 *
 * Numbers with a fraction are stated by their bits, so that no compiler rounds anything;
 * a comment on each line says what they are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "dtype.h"
#include "layout.h"
#include "export/export.h"
#include "export/export_answers.h"
#include "export/export_c.h"
#include "export/export_text.h"
#include "real.h"
#include "exchange/placement.h"

/* How C states one element: by `parts` numbers of one type. */
static const struct c_type {
    const char *name;
    unsigned parts;
    enum { AS_SIGNED, AS_UNSIGNED, AS_BITS, AS_TEXT } form;
} c_types[GAT_DTYPE_COUNT] = {
    [GAT_BOOL] = {"uint8_t", 1, AS_UNSIGNED}, [GAT_I8] = {"int8_t", 1, AS_SIGNED},
    [GAT_I16] = {"int16_t", 1, AS_SIGNED},    [GAT_I32] = {"int32_t", 1, AS_SIGNED},
    [GAT_I64] = {"int64_t", 1, AS_SIGNED},    [GAT_U8] = {"uint8_t", 1, AS_UNSIGNED},
    [GAT_U16] = {"uint16_t", 1, AS_UNSIGNED}, [GAT_U32] = {"uint32_t", 1, AS_UNSIGNED},
    [GAT_U64] = {"uint64_t", 1, AS_UNSIGNED}, [GAT_F16] = {"uint16_t", 1, AS_BITS},
    [GAT_BF16] = {"uint16_t", 1, AS_BITS},    [GAT_F32] = {"uint32_t", 1, AS_BITS},
    [GAT_F64] = {"uint64_t", 1, AS_BITS},     [GAT_C64] = {"uint32_t", 2, AS_BITS},
    [GAT_C128] = {"uint64_t", 2, AS_BITS},    [GAT_STR] = {"char *const", 1, AS_TEXT},
};

static void number_print(FILE *to, const struct c_type *c, const char *at, size_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, at, size); /* little-endian, as everywhere here */
    int64_t value = (int64_t)(bits << (64 - 8 * size)) >> (64 - 8 * size);
    if (c->form == AS_BITS)
        fprintf(to, "0x%0*" PRIx64, (int)(2 * size), bits);
    else if (c->form == AS_UNSIGNED)
        fprintf(to, size == 8 ? "UINT64_C(%" PRIu64 ")" : "%" PRIu64, bits);
    else if (value == INT64_MIN)
        fputs("INT64_MIN", to);
    else
        fprintf(to, size == 8 ? "INT64_C(%" PRId64 ")" : "%" PRId64, value);
}

/* Escapes have three digits, so that none swallows what follows; "??" would be more. */
static void string_print(FILE *to, const struct gat_string *s)
{
    fputc('"', to);
    for (uint64_t k = 0; k < s->size; k++) {
        unsigned char c = (unsigned char)s->data[k];
        if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\' || c == '?')
            fprintf(to, "\\%03o", c);
        else
            fputc(c, to);
    }
    fputc('"', to);
}

/* One line of values, and what they are where bits do not tell. */
static void row_print(FILE *to, const struct gat_array *t, int64_t from, int64_t end)
{
    const struct c_type *c = &c_types[t->dtype];
    size_t esize = gat_dtype_size(t->dtype), part = esize / c->parts;
    char text[128];
    fputs("\n    ", to);
    for (int64_t k = from; k < end; k++)
        for (unsigned i = 0; i < c->parts; i++) {
            const char *at = (const char *)t->data + (size_t)k * esize + i * part;
            struct gat_string s;
            if (c->form == AS_TEXT) {
                memcpy(&s, at, sizeof s);
                string_print(to, &s);
            } else {
                number_print(to, c, at, part);
            }
            fputs(i + 1 < c->parts || k + 1 < end ? ", " : ",", to);
        }
    for (int64_t k = from; k < end && c->form == AS_BITS; k++) {
        gat_dtype_print(t->dtype, (const char *)t->data + (size_t)k * esize, text, sizeof text);
        fprintf(to, "%s%s%s", k == from ? " /* " : ", ", text, k + 1 == end ? " */" : "");
    }
}

static void values_print(FILE *to, const char *name, const struct gat_array *t)
{
    const struct c_type *c = &c_types[t->dtype];
    int64_t n = gat_array_count(t), row = c->form == AS_TEXT             ? 4
                                          : gat_dtype_size(t->dtype) > 4 ? 4
                                                                         : 8;
    fprintf(to, "static const %s %s_values[] = {", c->name, name);
    for (int64_t k = 0; k < n; k += row)
        row_print(to, t, k, k + row < n ? k + row : n);
    fputs(n == 0 ? "0}; /* none */\n" : "\n};\n", to);
    if (c->form != AS_TEXT)
        return;
    fprintf(to, "static const uint64_t %s_sizes[] = {", name);
    for (int64_t k = 0; k < n; k++) {
        struct gat_string s;
        memcpy(&s, (const char *)t->data + (size_t)k * sizeof s, sizeof s);
        fprintf(to, "%s%" PRIu64, k > 0 ? ", " : "", s.size);
    }
    fputs(n == 0 ? "0};\n" : "};\n", to);
}

static void longs_print(FILE *to, const char *name, const char *what, const int64_t *list,
                        uint64_t n)
{
    fprintf(to, "static const int64_t %s_%s[] = {", name, what);
    for (uint64_t k = 0; k < n; k++)
        fprintf(to, "%s%" PRId64, k > 0 ? ", " : "", list[k]);
    fputs(n == 0 ? "0}; /* none */\n" : "};\n", to);
}

/* Shape and, where they are not the usual ones, strides; then values, if it has any.  Into
 * `line` comes what the macro says of the operand. */
static void tensor_print(FILE *to, FILE *line, const struct gat_export *x, unsigned k,
                         const char *name, const struct gat_array *t)
{
    const struct gat_job *job = &x->job;
    bool is_output = k == GAT_MAX_INPUTS;
    unsigned from = is_output && job->in_place ? 0 : k;
    enum gat_layout_kind kind = job->presented ? (enum gat_layout_kind)job->layout[k] : GAT_COMPACT;
    struct gat_scalar_type type = gat_dtype_code(t->dtype);
    struct gat_layout l;
    bool strided = kind != GAT_COMPACT &&
                   gat_layout_make(kind, t->dtype, t->ndim, t->shape,
                                   is_output ? 0 : job->repeats[k],
                                   gat_placed_layout(job->placed, from), 1, &l) &&
                   gat_layout_states_strides(&l);
    fprintf(to, "\n/* %s: %s */\n", name, gat_dtype_name(t->dtype));
    longs_print(to, name, "shape", t->shape, (uint64_t)t->ndim);
    if (strided)
        longs_print(to, name, "strides", l.stride, (uint64_t)t->ndim);
    if (!is_output)
        values_print(to, name, t);
    fprintf(line, "{\"%s\", {%u, %u, 1}, %d, %s_shape, ", name, type.code, type.bits, (int)t->ndim,
            name);
    fprintf(line, "%s%s, ", strided ? name : "NULL", strided ? "_strides" : "");
    fputs(kind == GAT_OFFSET ? "OFFSET, " : kind == GAT_ODD ? "ODD, " : "ANYWHERE, ", line);
    fprintf(line, "%s%s, ", is_output ? "NULL" : name, is_output ? "" : "_values");
    const char *sizes = t->dtype != GAT_STR ? "NULL" : is_output ? "expected" : name;
    fprintf(line, "%s%s}", sizes, t->dtype == GAT_STR ? "_sizes" : "");
}

/* Elements that may be another update than the canonical one. */
static unsigned also_print(FILE *to, unsigned number, const struct ref_case *c,
                           const struct ref_answer *a)
{
    size_t esize = gat_dtype_size(a->output.dtype);
    unsigned n = 0;
    for (int64_t k = 0; a->last_writer != NULL && k < gat_array_count(&a->output); k++) {
        const char *due = (const char *)a->output.data + (size_t)k * esize;
        for (int64_t u = a->last_writer[k]; u > 0; u = a->earlier_writer[u - 1]) {
            int64_t e = ref_update_element(c, a, u - 1);
            if (!gat_dtype_same(a->output.dtype, due,
                                (const char *)c->updates.data + (size_t)e * esize)) {
                if (n++ == 0)
                    fprintf(to,
                            "/* An element of the output that may also be that one of updates. */\n"
                            "static const int64_t also_%u[][2] = {\n   ",
                            number);
                fprintf(to, " {%" PRId64 ", %" PRId64 "},%s", k, e, n % 8 == 0 ? "\n   " : "");
            }
        }
    }
    fputs(n > 0 ? "\n};\n" : "", to);
    return n;
}

static bool anything_print(FILE *to, unsigned number, const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output);
    if (a->unspecified == NULL || memchr(a->unspecified, 1, (size_t)n) == NULL)
        return false;
    fprintf(to, "/* Elements of the output that may be anything. */\n"
                "static const unsigned char anything_%u[] = {", number);
    for (int64_t k = 0; k < n; k++)
        fprintf(to, "%s%d,", k % 32 == 0 ? "\n    " : " ", a->unspecified[k] != 0);
    fputs("\n};\n", to);
    return true;
}

static void bound_print(FILE *to, double bound, const char *after)
{
    if (isinf(bound))
        fprintf(to, "%sHUGE_VAL%s", bound < 0 ? "-" : "", after);
    else
        fprintf(to, "%a%s", bound, after);
}

/* Bounds between which each part of each computed element may lie. */
static bool ranges_print(FILE *to, unsigned number, const struct ref_answer *a)
{
    unsigned parts;
    bool open = false;
    if (a->ranges == NULL || gat_real_of(a->output.dtype, &parts) == NULL)
        return false;
    int64_t n = gat_array_count(&a->output) * (int64_t)parts;
    for (int64_t k = 0; k < n && !open; k += parts)
        open = (ref_ranges_of(a, k / parts)->also & REF_BITS_ALONE) == 0;
    if (!open)
        return false;
    fprintf(to,
            "/* Computed numbers lie within these; what else each may be: 1 NaN, 2 and 4 "
            "infinities, 8 either zero, "
            "16 these bits alone. */\nstatic const double range_%u[][2] = {",
            number);
    for (int64_t k = 0; k < n; k++) {
        const struct ref_range *r = &ref_ranges_of(a, k / parts)[k % parts];
        fputs(k % 4 == 0 ? "\n    {" : " {", to);
        bound_print(to, r->low, ", ");
        bound_print(to, r->high, "},");
    }
    fprintf(to, "\n};\nstatic const unsigned char besides_%u[] = {", number);
    for (int64_t k = 0; k < n; k++)
        fprintf(to, "%s%u,", k % 32 == 0 ? "\n    " : " ",
                ref_ranges_of(a, k / parts)[k % parts].also);
    fputs("\n};\n", to);
    return true;
}

static void answer_print(FILE *to, FILE *line, const struct gat_export *x,
                         const struct gat_export_answer *one, unsigned number)
{
    static const char *const demands[] = {[REF_MUST_SUCCEED] = "MUST_SUCCEED",
                                          [REF_MUST_REPORT] = "MUST_REPORT",
                                          [REF_MAY_EITHER] = "MAY_EITHER",
                                          [REF_FREE] = "ANYTHING"};
    const struct ref_answer *a = &one->answer;
    const char *name = number == 0 ? "expected" : gat_arena_print(x->arena, "expected_%u", number);
    bool has_values = a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER;
    bool texts = a->output.dtype == GAT_STR, anything = false, ranges = false;
    unsigned n_also = 0;
    if (has_values) {
        fprintf(to, "\n/* %s%s */\n",
                one->reading[0] != '\0' ? "expected by the reading " : "expected", one->reading);
        values_print(to, name, &a->output);
        anything = anything_print(to, number, a);
        ranges = ranges_print(to, number, a);
        n_also = also_print(to, number, &x->member->question, a);
    } else if (texts && number == 0) {
        fprintf(to, "static const uint64_t expected_sizes[] = {0};\n");
    }
    fprintf(line, "    {\"%s\", %s, GAT_E_%s, ", one->reading, demands[a->demand],
            a->error == GAT_E_RANGE ? "RANGE" : a->error == GAT_E_TYPE ? "TYPE" : "INVALID");
    fprintf(line, "%s%s, ", has_values ? name : "NULL", has_values ? "_values" : "");
    fprintf(line, "%s%s, ", has_values && texts ? name : "NULL",
            has_values && texts ? "_sizes" : "");
    fputs(anything ? gat_arena_print(x->arena, "anything_%u, ", number) : "NULL, ", line);
    fputs(n_also > 0 ? gat_arena_print(x->arena, "also_%u, %u, ", number, n_also) : "NULL, 0, ",
          line);
    fputs(ranges ? gat_arena_print(x->arena, "range_%u, besides_%u},", number, number)
                 : "NULL, NULL},",
          line);
}

/* A macro of several lines goes through here. */
static void macro_print(FILE *to, const char *name, const char *lines)
{
    fprintf(to, "#define %s", name);
    for (const char *at = lines; *at != '\0';) {
        size_t n = strcspn(at, "\n");
        fprintf(to, " \\\n%.*s", (int)n, at);
        at += n + (at[n] == '\n');
    }
    fputc('\n', to);
}

static void attributes_print(FILE *to, FILE *line, const struct gat_job *job)
{
    for (unsigned k = 0; k < job->n_attrs; k++) {
        const struct gat_attr *a = &job->attrs[k];
        bool list = a->kind == GAT_ATTR_INTS;
        if (list)
            longs_print(to, a->name, "list", a->ints, a->n_ints);
        bool text = a->kind == GAT_ATTR_TEXT;
        fprintf(line, "    {\"%s\", %d, 0, %" PRId64 ", %a, ", a->name, (int)a->kind,
                a->kind == GAT_ATTR_INT ? a->i : 0, a->kind == GAT_ATTR_FLOAT ? a->f : 0.0);
        if (text)
            string_print(line, &(struct gat_string){a->text, strlen(a->text)});
        fprintf(line, "%s%s%s, %" PRIu64 "},\n", text ? ", " : "NULL, ", list ? a->name : "NULL",
                list ? "_list" : "", list ? a->n_ints : 0);
    }
}

/* Print the question, its clauses, and how to build the file. */
static void head_print(FILE *to, const struct gat_export *x)
{
    fputs("/* One case of gatherum, alone:\n", to);
    for (const char *at = gat_export_head(x, " * "); *at != '\0'; at++) {
        fputc(*at, to);
        if (at[0] == '*' && at[1] == '/')
            fputc(' ', to); /* no text ends the comment */
    }
    fputs(" *\n *     cc case.c -ldl && ./a.out ./plugin.so [OPTIONS]\n"
          " *     cc -DKERNEL=my_run case.c my_run.c -ldl && ./a.out     (my_run is like run() of "
          "a plug-in)\n"
          " *\n * Exit status: 0 right, 1 wrong, 2 it could not be tried. */\n"
          "#define _DEFAULT_SOURCE 1\n#include <math.h>\n#include <stdint.h>\n",
          to);
}

static const char *inputs_print(FILE *to, const struct gat_export *x)
{
    struct gat_export_text line;
    FILE *inputs = gat_export_open(&line, x->arena);
    for (unsigned k = 0; k < x->job.n_inputs; k++) {
        fputs("    ", inputs);
        tensor_print(to, inputs, x, k, x->job.input_names[k], &x->job.inputs[k]);
        fputs(",\n", inputs);
    }
    return gat_export_close(&line, x->arena);
}

static const char *answers_print(FILE *to, const struct gat_export *x)
{
    struct gat_export_answer *list;
    struct gat_export_text line;
    FILE *answers = gat_export_open(&line, x->arena);
    unsigned n = gat_export_answers(x->expectation, x->arena, &list);
    for (unsigned k = 0; k < n; k++)
        answer_print(to, answers, x, &list[k], k);
    return gat_export_close(&line, x->arena);
}

const char *gat_export_c_case(const struct gat_export *x)
{
    const struct gat_job *job = &x->job;
    struct gat_export_text all, line;
    FILE *to = gat_export_open(&all, x->arena), *part = gat_export_open(&line, x->arena);
    head_print(to, x);
    attributes_print(to, part, job);
    const char *attributes = gat_export_close(&line, x->arena), *inputs = inputs_print(to, x);
    part = gat_export_open(&line, x->arena);
    tensor_print(to, part, x, GAT_MAX_INPUTS, "output", &job->output);
    const char *output = gat_export_close(&line, x->arena), *answers = answers_print(to, x);
    fprintf(to,
            "\n#define CASE_OP \"%s\"\n#define CASE_VARIANT \"%s\"\n#define CASE_PROFILE \"%s\"\n"
            "#define CASE_IN_PLACE %d\n",
            job->op, job->variant, job->profile, job->in_place);
    macro_print(to, "CASE_ATTRIBUTES", attributes);
    macro_print(to, "CASE_INPUTS", inputs);
    fprintf(to, "#define CASE_OUTPUT %s\n", output);
    macro_print(to, "CASE_ANSWERS", answers);
    fputc('\n', to);
    return gat_export_close(&all, x->arena);
}

const char *gat_export_c_file(const struct gat_export *x, struct gat_error *e)
{
    const char *memory, *run;
    if (!gat_export_part(x, "parts/alone_memory.c", &memory, e) ||
        !gat_export_part(x, "parts/alone_run.c", &run, e))
        return NULL;
    return gat_arena_print(x->arena, "%s%s%s", gat_export_c_case(x), memory, run);
}

static int c_write(const struct gat_export *x)
{
    struct gat_error e = {0};
    const char *file = gat_export_c_file(x, &e);
    if (file != NULL)
        return gat_export_text(x, file);
    return gat_complain_error(GAT_EXIT_OURS, &e);
}

GAT_EXPORT_FORMAT(c) = {
    .name = "c",
    .sentence = "one file that needs a C compiler and nothing else",
    .ending = ".c",
    .write = c_write,
};
