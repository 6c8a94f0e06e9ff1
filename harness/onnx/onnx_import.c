/* onnx_import.c - a node test of ONNX as entries of a case file.
 *
 * The model says which operator at which opset; the newest variant of ours that
 * is not younger, and that has all attributes of the node, is the one that the
 * test is about.  Inputs and answer become literals, so that the case file needs
 * nothing of ONNX any more.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dtype.h"
#include "onnx.pb-c.h"
#include "onnx/onnx_import.h"
#include "onnx/onnx_print.h"
#include "onnx/onnx_tensor.h"
#include "onnx/onnx_wire.h"
#include "spec/reduction.h"
#include "spec/spec.h"

#define MAX_SETS 1000
#define MAX_INPUTS 8

/* One model on its way. */
struct import {
    struct gat_arena *arena;
    const char *model_path, *folder;
    const Onnx__GraphProto *graph;
    const Onnx__NodeProto *node;
    int64_t opset;
    const char *op;
    const struct gat_spec *spec;
    struct gat_onnx_import *out;
    struct gat_error *error;
};

static bool refuse(struct import *i)
{
    i->out->fate = GAT_ONNX_REFUSED;
    return false;
}

#define REFUSE(i, ...) (gat_fail((i)->error, (i)->model_path, 0, 0, __VA_ARGS__), refuse(i))

static bool put_aside(struct import *i, enum gat_onnx_fate fate, const char *why)
{
    i->out->fate = fate;
    i->out->why = why;
    return false;
}

/* "GatherElements" as "gather_elements"; NULL for what is not a gather or scatter.
 */
static const char *operator_name(struct gat_arena *a, const char *op_type)
{
    size_t size = op_type == NULL ? 0 : strlen(op_type);
    if (size == 0 || size > 40 ||
        (strstr(op_type, "Gather") == NULL && strstr(op_type, "Scatter") == NULL))
        return NULL;
    char *out = gat_arena_alloc(a, 2 * size + 1);
    size_t n = 0;
    for (size_t k = 0; k < size; k++) {
        unsigned char c = (unsigned char)op_type[k];
        if (!isalpha(c))
            return NULL;
        if (k > 0 && isupper(c) && islower((unsigned char)op_type[k - 1]))
            out[n++] = '_';
        out[n++] = (char)tolower(c);
    }
    return out;
}

static bool own_domain(const char *domain)
{
    return domain == NULL || *domain == '\0' || strcmp(domain, "ai.onnx") == 0;
}

static bool model_read(struct import *i)
{
    const Onnx__ModelProto *m =
        gat_onnx_message_read(i->arena, i->model_path, &onnx__model_proto__descriptor, i->error);
    if (m == NULL)
        return refuse(i);
    if (m->graph == NULL)
        return REFUSE(i, "holds no graph; is it an ONNX model?");
    i->graph = m->graph;
    if (i->graph->n_node != 1)
        return put_aside(i, GAT_ONNX_FOREIGN,
                         gat_arena_print(i->arena, "its graph has %zu nodes; a node test has one",
                                         i->graph->n_node));
    i->node = i->graph->node[0];
    i->op = own_domain(i->node->domain) ? operator_name(i->arena, i->node->op_type) : NULL;
    if (i->op == NULL)
        return put_aside(i, GAT_ONNX_FOREIGN,
                         gat_arena_print(i->arena, "operator '%s' is no gather or scatter of ONNX",
                                         gat_onnx_plain(i->arena, i->node->op_type)));
    for (size_t k = 0; k < m->n_opset_import; k++)
        if (own_domain(m->opset_import[k]->domain) && m->opset_import[k]->has_version)
            i->opset = m->opset_import[k]->version;
    if (i->opset < 1)
        return REFUSE(i, "imports no opset of ONNX");
    return true;
}

/* reduction = none is what an operator without that attribute does. */
static bool means_nothing(const Onnx__AttributeProto *at)
{
    return at->name != NULL && strcmp(at->name, "reduction") == 0 && at->has_s && at->s.len == 4 &&
           memcmp(at->s.data, "none", 4) == 0;
}

/* The reduction that the attribute names, as ours have the same words; -1 for none. */
static int64_t reduction_of(const Onnx__AttributeProto *at)
{
    if (at->name == NULL || strcmp(at->name, "reduction") != 0 || !at->has_s)
        return -1;
    for (int64_t r = REF_NONE; r < REF_REDUCTIONS; r++) {
        const char *word = gat_reduction_name(r);
        if (at->s.len == strlen(word) && memcmp(at->s.data, word, at->s.len) == 0)
            return r;
    }
    return -1;
}

static bool attribute_known(const struct gat_spec *s, const Onnx__AttributeProto *at)
{
    bool is_int = at->has_type ? at->type == ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT : at->has_i;
    for (unsigned k = 0; at->name != NULL && k < s->n_attrs; k++)
        if (strcmp(s->attrs[k].name, at->name) == 0 && s->attrs[k].kind == GAT_ATTR_TEXT)
            return reduction_of(at) >= 0 && (s->attrs[k].values & GAT_BIT(reduction_of(at))) != 0;
        else if (strcmp(s->attrs[k].name, at->name) == 0)
            return is_int && s->attrs[k].kind == GAT_ATTR_INT;
    return means_nothing(at);
}

static bool attributes_known(const struct gat_spec *s, const Onnx__NodeProto *node)
{
    for (size_t k = 0; k < node->n_attribute; k++)
        if (!attribute_known(s, node->attribute[k]))
            return false;
    return true;
}

/* The opset of a variant "onnx-13"; 0: it is none of ONNX. */
static int64_t spec_opset(const struct gat_spec *s)
{
    char *end;
    long long opset = strncmp(s->variant, "onnx-", 5) == 0 ? strtoll(s->variant + 5, &end, 10) : 0;
    return opset > 0 && *end == '\0' ? opset : 0;
}

/* The sentence about a node that the suite has no variant for: its operator and attributes. */
static const char *lacking(struct import *i)
{
    for (size_t k = 0; k < i->node->n_attribute; k++) {
        const Onnx__AttributeProto *at = i->node->attribute[k];
        if (at->name != NULL && strcmp(at->name, "reduction") == 0 && at->has_s &&
            !means_nothing(at)) {
            const char *how = gat_arena_text(i->arena, (const char *)at->s.data, at->s.len);
            return gat_arena_print(i->arena,
                                   "operator %s with reduction %s is not in this suite yet", i->op,
                                   gat_onnx_plain(i->arena, how));
        }
    }
    return gat_arena_print(i->arena, "operator %s of opset %" PRId64 " is not in this suite yet",
                           i->op, i->opset);
}

/* The newest that fits. */
static bool variant_choose(struct import *i, const struct gat_spec_set *all)
{
    int64_t best = 0;
    for (unsigned k = 0; k < all->n_specs; k++) {
        int64_t opset = spec_opset(all->specs[k]);
        if (strcmp(all->specs[k]->op, i->op) != 0 || opset <= best || opset > i->opset ||
            !attributes_known(all->specs[k], i->node))
            continue;
        i->spec = all->specs[k];
        best = opset;
    }
    return i->spec != NULL || put_aside(i, GAT_ONNX_WAITING, lacking(i));
}

/* The file of a data set that holds input number `k` of the node; -1 for none. */
static int input_file(const struct import *i, size_t k)
{
    for (size_t j = 0; j < i->graph->n_input && j < 100; j++)
        if (i->graph->input[j]->name != NULL && i->node->input[k] != NULL &&
            strcmp(i->graph->input[j]->name, i->node->input[k]) == 0)
            return (int)j;
    return -1;
}

static unsigned inputs_count(const struct gat_spec *s)
{
    unsigned n = 0;
    while (s->kernel->inputs[n] != NULL)
        n++;
    return n;
}

static bool node_check(struct import *i)
{
    size_t want = inputs_count(i->spec);
    if (want > MAX_INPUTS || i->node->n_input != want || i->node->n_output != 1)
        return REFUSE(i, "its node has %zu inputs and %zu outputs; %s has %zu and 1",
                      i->node->n_input, i->node->n_output, i->op, want);
    for (size_t k = 0; k < want; k++)
        if (input_file(i, k) < 0)
            return REFUSE(i, "input '%s' of its node is no input of the graph",
                          gat_onnx_plain(i->arena, i->node->input[k]));
    for (size_t k = 0; k < i->node->n_attribute; k++)
        for (size_t j = 0; j < k; j++)
            if (i->node->attribute[k]->name != NULL && i->node->attribute[j]->name != NULL &&
                strcmp(i->node->attribute[k]->name, i->node->attribute[j]->name) == 0)
                return REFUSE(i, "its node has two attributes '%s'",
                              gat_onnx_plain(i->arena, i->node->attribute[k]->name));
    return true;
}

/* Letters that may stand in the name of a test, and in plain YAML text. */
static const char *name_clean(struct gat_arena *a, const char *text, bool lower)
{
    char *out = gat_arena_text(a, text, strnlen(text, 100));
    for (char *c = out; *c != '\0'; c++) {
        if (lower)
            *c = (char)tolower((unsigned char)*c);
        if (!isalnum((unsigned char)*c) && strchr("._-", *c) == NULL)
            *c = '-';
    }
    return out;
}

/* A variant without reductions has no word for none. */
static void attribute_print(FILE *to, const struct gat_spec *s, const Onnx__AttributeProto *at)
{
    for (unsigned k = 0; k < s->n_attrs; k++) {
        if (strcmp(s->attrs[k].name, at->name) != 0)
            continue;
        if (s->attrs[k].kind == GAT_ATTR_TEXT)
            fprintf(to, "    %s: %.*s\n", at->name, (int)at->s.len, (const char *)at->s.data);
        else
            fprintf(to, "    %s: %" PRId64 "\n", at->name, at->i);
    }
}

static void test_print(FILE *to, const struct import *i, const char *name, unsigned set,
                       const struct gat_array *inputs, const struct gat_array *answer)
{
    const struct gat_spec *s = i->spec;
    fprintf(to, "  - name: %s\n    origin: %s, opset %" PRId64 ", data set %u\n", name,
            name_clean(i->arena, i->out->title, false), i->opset, set);
    fprintf(to, "    variants: [%s]\n    types: [%s]\n    index_types: [%s]\n", s->variant,
            gat_dtype_name(inputs[0].dtype), gat_dtype_name(inputs[1].dtype));
    for (unsigned k = 0; s->kernel->inputs[k] != NULL; k++) {
        fprintf(to, "    %s: ", s->kernel->inputs[k]);
        gat_onnx_operand_print(to, &inputs[k]);
        fputc('\n', to);
    }
    for (size_t k = 0; k < i->node->n_attribute; k++)
        attribute_print(to, s, i->node->attribute[k]);
    fputs("    expect: {output: ", to);
    gat_onnx_operand_print(to, answer);
    fputs("}\n", to);
}

/* Do the types fit together and into the variant? */
static bool types_check(struct import *i, const char *folder, const struct gat_array *inputs,
                        const struct gat_array *answer)
{
    const struct gat_profile *p = &i->spec->profiles[0];
    bool same = answer->dtype == inputs[0].dtype;
    for (unsigned k = 2; k < inputs_count(i->spec); k++)
        same = same && inputs[k].dtype == inputs[0].dtype;
    if (!same) {
        gat_fail(i->error, folder, 0, 0, "data, updates and output have different element types");
        return refuse(i);
    }
    if (inputs[1].dtype != GAT_I32 && inputs[1].dtype != GAT_I64) {
        gat_fail(i->error, folder, 0, 0, "indices are %s, and neither int32 nor int64",
                 gat_dtype_name(inputs[1].dtype));
        return refuse(i);
    }
    if ((p->data_types & GAT_BIT(answer->dtype)) == 0 ||
        (p->index_types & GAT_BIT(inputs[1].dtype)) == 0)
        return put_aside(i, GAT_ONNX_WAITING,
                         gat_arena_print(i->arena, "%s has no element type %s with indices of %s",
                                         i->spec->name, gat_dtype_name(answer->dtype),
                                         gat_dtype_name(inputs[1].dtype)));
    return true;
}

static bool set_read(struct import *i, unsigned set, const char *folder)
{
    struct gat_array inputs[MAX_INPUTS], answer;
    for (unsigned k = 0; i->spec->kernel->inputs[k] != NULL; k++)
        if (!gat_onnx_tensor_read(
                i->arena, gat_arena_print(i->arena, "%s/input_%d.pb", folder, input_file(i, k)),
                &inputs[k], i->error))
            return refuse(i);
    if (!gat_onnx_tensor_read(i->arena, gat_arena_print(i->arena, "%s/output_0.pb", folder),
                              &answer, i->error))
        return refuse(i);
    if (!types_check(i, folder, inputs, &answer))
        return false;
    const char *title = i->out->title;
    const char *name =
        name_clean(i->arena, strncmp(title, "test_", 5) == 0 ? title + 5 : title, true);
    if (!isalnum((unsigned char)name[0]))
        name = gat_arena_print(i->arena, "test%s", name);
    if (set > 0)
        name = gat_arena_print(i->arena, "%s-set%u", name, set);
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (to == NULL)
        return REFUSE(i, "takes more memory than there is");
    test_print(to, i, name, set, inputs, &answer);
    bool fine = fclose(to) == 0;
    i->out->tests[i->out->n_tests++] =
        (struct gat_onnx_test){i->op, name, fine ? gat_arena_text(i->arena, text, size) : ""};
    free(text);
    return fine || REFUSE(i, "takes more memory than there is");
}

/* The last two parts of "…/test_gather_0/model.onnx". */
static void path_split(struct import *i)
{
    const char *slash = strrchr(i->model_path, '/');
    i->folder = slash == NULL
                    ? "."
                    : gat_arena_text(i->arena, i->model_path, (size_t)(slash - i->model_path));
    const char *name = strrchr(i->folder, '/');
    name = name == NULL ? i->folder : name + 1;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || *name == '\0')
        name = "model";
    i->out->title = gat_onnx_plain(i->arena, name);
}

void gat_onnx_import_read(struct gat_arena *a, const char *model_path,
                          const struct gat_spec_set *specs, struct gat_onnx_import *out,
                          struct gat_error *e)
{
    struct import i = {.arena = a, .model_path = model_path, .out = out, .error = e};
    *out = (struct gat_onnx_import){.fate = GAT_ONNX_IMPORTED,
                                    .tests = GAT_NEW_N(a, struct gat_onnx_test, MAX_SETS)};
    path_split(&i);
    if (!model_read(&i) || !variant_choose(&i, specs) || !node_check(&i))
        return;
    for (unsigned set = 0; set < MAX_SETS; set++) {
        const char *folder = gat_arena_print(a, "%s/test_data_set_%u", i.folder, set);
        if (access(folder, F_OK) != 0)
            break;
        if (!set_read(&i, set, folder))
            return;
    }
    if (out->n_tests == 0)
        REFUSE(&i, "has no test_data_set_0 beside it");
}
