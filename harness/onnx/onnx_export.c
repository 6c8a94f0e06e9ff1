/* onnx_export.c - a case as a node test of ONNX: model.onnx and tensors beside it.
 *
 * onnx_import.c reads the same case back.  A node test says one operator, its inputs and one
 * answer, so it cannot hold a case that demands an error, admits several answers or lies oddly
 * in memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_write.h"
#include "cli/options.h"
#include "export/export.h"
#include "export/export_answers.h"
#include "onnx.pb-c.h"
#include "onnx/onnx_export.h"
#include "onnx/onnx_print.h"
#include "onnx/onnx_tensor.h"
#include "real.h"
#include "suite/member.h"

enum { IR_VERSION = 7 }; /* the oldest that knows all these opsets */

/* The opset of "onnx-13", 0 for a variant of somebody else. */
static int64_t opset_of(const char *variant)
{
    return strncmp(variant, "onnx-", 5) == 0 ? strtoll(variant + 5, NULL, 10) : 0;
}

static bool texts_fit(const struct gat_array *t)
{
    struct gat_string s;
    for (int64_t k = 0; t->dtype == GAT_STR && k < gat_array_count(t); k++) {
        memcpy(&s, (const char *)t->data + (size_t)k * sizeof s, sizeof s);
        if (!gat_onnx_is_utf8(&s))
            return false;
    }
    return true;
}

static bool is_open(const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output);
    unsigned parts;
    bool open = a->unspecified != NULL && memchr(a->unspecified, 1, (size_t)n) != NULL;
    bool computed = a->ranges != NULL && gat_real_of(a->output.dtype, &parts) != NULL;
    for (int64_t k = 0; computed && k < n * parts && !open; k++) {
        const struct ref_range *r = ref_ranges_of(a, k / parts), *part = &r[k % parts];
        open = (r->also & REF_BITS_ALONE) == 0 && (part->low != part->high || part->also != 0);
    }
    for (int64_t k = 0; k < n && a->last_writer != NULL && !open; k++)
        open = a->last_writer[k] > 0 && a->earlier_writer[a->last_writer[k] - 1] > 0;
    return open;
}

const char *gat_onnx_export_misfit(const struct gat_export *x)
{
    const struct ref_answer *a = &x->expectation->answer;
    struct gat_export_answer *list;
    const char *word = gat_member_presented(x->member);
    if (opset_of(x->job.variant) == 0)
        return gat_arena_print(x->arena, "is about %s/%s, and ONNX has no such operator", x->job.op,
                               x->job.variant);
    if (word[0] != '\0')
        return gat_arena_print(x->arena, "is presented '%s', and a model says nothing of memory",
                               word);
    if (a->demand == REF_MUST_REPORT)
        return "demands an error, and a node test holds an answer";
    if (a->demand != REF_MUST_SUCCEED)
        return "may also be answered by an error, and a node test holds an answer";
    if (is_open(a) || gat_export_answers(x->expectation, x->arena, &list) > 1)
        return "admits more than one answer, and a node test holds one";
    for (unsigned k = 0; k < x->job.n_inputs; k++)
        if (!texts_fit(&x->job.inputs[k]))
            return "holds a string that is no UTF-8, which ONNX excludes";
    return NULL;
}

/* "gather_elements" as "GatherElements", "gather_nd" as "GatherND". */
static char *operator_name(struct gat_arena *a, const char *op)
{
    char *out = gat_arena_text(a, op, strlen(op));
    size_t n = 0;
    for (const char *at = op; *at != '\0'; at++)
        if (*at != '_')
            out[n++] = (char)(at == op || at[-1] == '_' ? toupper((unsigned char)*at) : *at);
    out[n] = '\0';
    if (n > 2 && strcmp(out + n - 2, "Nd") == 0)
        out[n - 1] = 'D';
    return out;
}

static bool message_write(struct gat_arena *a, const char *path, const ProtobufCMessage *m,
                          struct gat_error *e)
{
    uint8_t *bytes = gat_arena_raw(a, protobuf_c_message_get_packed_size(m) + 1);
    return gat_file_write(path, bytes, protobuf_c_message_pack(m, bytes), e);
}

static bool tensor_write(struct gat_arena *a, const char *path, const char *name,
                         const struct gat_array *t, struct gat_error *e)
{
    Onnx__TensorProto m = ONNX__TENSOR_PROTO__INIT;
    size_t n = (size_t)gat_array_count(t);
    int64_t dims[GAT_MAX_RANK];
    memcpy(dims, t->shape, sizeof dims);
    m.n_dims = (size_t)t->ndim;
    m.dims = dims;
    m.has_data_type = 1;
    m.data_type = gat_onnx_type_number(t->dtype);
    m.name = gat_arena_text(a, name, strlen(name));
    if (t->dtype != GAT_STR) {
        m.has_raw_data = 1;
        m.raw_data = (ProtobufCBinaryData){gat_array_size(t), t->data};
    } else {
        m.n_string_data = n;
        m.string_data = GAT_NEW_N(a, ProtobufCBinaryData, n + 1);
        for (size_t k = 0; k < n; k++) {
            struct gat_string s;
            memcpy(&s, (const char *)t->data + k * sizeof s, sizeof s);
            m.string_data[k] = (ProtobufCBinaryData){(size_t)s.size, (uint8_t *)(uintptr_t)s.data};
        }
    }
    return message_write(a, path, &m.base, e);
}

/* Name, type and shape of an input or output, as a graph states them. */
static Onnx__ValueInfoProto *value_make(struct gat_arena *a, const char *name,
                                        const struct gat_array *t)
{
    Onnx__ValueInfoProto *value = GAT_NEW(a, Onnx__ValueInfoProto);
    Onnx__TypeProto *type = GAT_NEW(a, Onnx__TypeProto);
    Onnx__TypeProto__Tensor *tensor = GAT_NEW(a, Onnx__TypeProto__Tensor);
    Onnx__TensorShapeProto *shape = GAT_NEW(a, Onnx__TensorShapeProto);
    onnx__value_info_proto__init(value);
    onnx__type_proto__init(type);
    onnx__type_proto__tensor__init(tensor);
    onnx__tensor_shape_proto__init(shape);
    shape->n_dim = (size_t)t->ndim;
    shape->dim = GAT_NEW_N(a, Onnx__TensorShapeProto__Dimension *, shape->n_dim + 1);
    for (int32_t d = 0; d < t->ndim; d++) {
        shape->dim[d] = GAT_NEW(a, Onnx__TensorShapeProto__Dimension);
        onnx__tensor_shape_proto__dimension__init(shape->dim[d]);
        shape->dim[d]->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
        shape->dim[d]->dim_value = t->shape[d];
    }
    tensor->has_elem_type = 1;
    tensor->elem_type = gat_onnx_type_number(t->dtype);
    tensor->shape = shape;
    type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
    type->tensor_type = tensor;
    value->name = gat_arena_text(a, name, strlen(name));
    value->type = type;
    return value;
}

static void attributes_add(const struct gat_export *x, Onnx__NodeProto *node)
{
    node->attribute = GAT_NEW_N(x->arena, Onnx__AttributeProto *, x->job.n_attrs + 1);
    for (unsigned k = 0; k < x->job.n_attrs; k++) { /* all are numbers or words */
        const struct gat_attr *a = &x->job.attrs[k];
        Onnx__AttributeProto *at = GAT_NEW(x->arena, Onnx__AttributeProto);
        onnx__attribute_proto__init(at);
        bool word = a->kind == GAT_ATTR_TEXT;
        at->name = gat_arena_print(x->arena, "%s", a->name);
        at->has_type = 1;
        at->type = word ? ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING
                        : ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
        at->has_i = !word;
        at->i = word ? 0 : a->i;
        at->has_s = word;
        if (word)
            at->s = (ProtobufCBinaryData){strlen(a->text),
                                          (uint8_t *)gat_arena_print(x->arena, "%s", a->text)};
        node->attribute[node->n_attribute++] = at;
    }
}

static bool model_write(const struct gat_export *x, const char *path, const char *title,
                        struct gat_error *e)
{
    Onnx__ModelProto model = ONNX__MODEL_PROTO__INIT;
    Onnx__OperatorSetIdProto opset = ONNX__OPERATOR_SET_ID_PROTO__INIT, *opsets[] = {&opset};
    Onnx__GraphProto graph = ONNX__GRAPH_PROTO__INIT;
    Onnx__NodeProto node = ONNX__NODE_PROTO__INIT, *nodes[] = {&node};
    Onnx__ValueInfoProto *inputs[GAT_MAX_INPUTS], *outputs[1];
    char *names[GAT_MAX_INPUTS], output[] = "output", domain[] = "", producer[] = "gatherum",
                                 *out_names[] = {output};
    for (unsigned k = 0; k < x->job.n_inputs; k++) {
        inputs[k] = value_make(x->arena, x->job.input_names[k], &x->job.inputs[k]);
        names[k] = inputs[k]->name;
    }
    outputs[0] = value_make(x->arena, output, &x->job.output);
    node.n_input = graph.n_input = x->job.n_inputs;
    node.input = names;
    node.n_output = graph.n_output = 1;
    node.output = out_names;
    node.op_type = operator_name(x->arena, x->job.op);
    attributes_add(x, &node);
    graph.n_node = 1;
    graph.node = nodes;
    graph.name = gat_arena_print(x->arena, "%s", title);
    graph.input = inputs;
    graph.output = outputs;
    opset.domain = domain;
    opset.has_version = model.has_ir_version = 1;
    opset.version = opset_of(x->job.variant);
    model.ir_version = IR_VERSION;
    model.producer_name = producer;
    model.n_opset_import = 1;
    model.opset_import = opsets;
    model.graph = &graph;
    return message_write(x->arena, path, &model.base, e);
}

/* "gather/onnx-13/edges/one-past/int8,int64" as a folder's name, as the published tests
 * are called. */
static const char *title_make(const struct gat_export *x)
{
    char *title = gat_arena_print(x->arena, "test_%.200s", x->member->name);
    for (char *c = title; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("._-", *c) == NULL)
            *c = '_';
    return title;
}

bool gat_onnx_export_write(const struct gat_export *x, const char *folder, struct gat_error *e)
{
    const char *set = gat_arena_print(x->arena, "%s/test_data_set_0", folder);
    if ((mkdir(folder, 0777) != 0 && errno != EEXIST) || (mkdir(set, 0777) != 0 && errno != EEXIST))
        return gat_fail(e, set, 0, 0, "it cannot be made: %s", strerror(errno));
    for (unsigned k = 0; k < x->job.n_inputs; k++)
        if (!tensor_write(x->arena, gat_arena_print(x->arena, "%s/input_%u.pb", set, k),
                          x->job.input_names[k], &x->job.inputs[k], e))
            return false;
    return tensor_write(x->arena, gat_arena_print(x->arena, "%s/output_0.pb", set), "output",
                        &x->expectation->answer.output, e) &&
           model_write(x, gat_arena_print(x->arena, "%s/model.onnx", folder), title_make(x), e);
}

static int onnx_write(const struct gat_export *x)
{
    struct gat_error e = {0};
    const char *folder = x->out != NULL ? x->out : title_make(x);
    if (!gat_onnx_export_write(x, folder, &e))
        return gat_complain(GAT_EXIT_OURS, "%s: %s", e.file, e.text);
    return printf("%s\n", folder) > 0 ? 0 : GAT_EXIT_OURS;
}

GAT_EXPORT_FORMAT(onnx) = {
    .name = "onnx",
    .sentence = "a folder as the published node tests of ONNX are",
    .ending = "",
    .misfit = gat_onnx_export_misfit,
    .write = onnx_write,
};
