/* onnxruntime.c - the CPU kernels of ONNX Runtime, through its C library.
 *
 * framework: yes
 * link: -ldl
 * settings: threads=1 threads=4 optimise=99
 *
 * The library comes from the option lib=PATH, from GATHERUM_ONNXRUNTIME, from where `make peers`
 * puts it, or from the loader's path.  Its functions come in one table that only grows.
 *
 * Every (operator, opset, element types, attributes) is a model of one node, written as protobuf
 * bytes below and kept as a session.  The model states no shapes and the graph optimiser is off, so
 * the kernel is what gets judged.  Tensors lie over the harness's own memory; only strings are
 * copied.  The library reports an output of another shape than the kernel wants.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gatherum/backend.h"
#include "onnxruntime.h"

/* The table that OrtGetApiBase() returns. */
struct ort_base {
    const struct ort_api *(*api)(uint32_t version);
    const char *(*version)(void);
};

/* The numbers that ONNX gives to element types; 0: none that is known here. */
static const unsigned char onnx_types[GAT_DTYPE_COUNT + 1] = {
    [GAT_F32] = 1,  [GAT_U8] = 2,   [GAT_I8] = 3,   [GAT_U16] = 4,  [GAT_I16] = 5,
    [GAT_I32] = 6,  [GAT_I64] = 7,  [GAT_STR] = 8,  [GAT_BOOL] = 9, [GAT_F16] = 10,
    [GAT_F64] = 11, [GAT_U32] = 12, [GAT_U64] = 13, [GAT_BF16] = 16,
};

#define MAX_INPUTS 3
static const char *const input_names[MAX_INPUTS] = {"data", "indices", "updates"};
static const char *const output_name = "output";
static const struct {
    const char *ours, *theirs;
    int n_inputs;
} operators[] = {
    {"gather", "Gather", 2},
    {"gather_elements", "GatherElements", 2},
    {"gather_nd", "GatherND", 2},
    {"scatter", "Scatter", 3},
    {"scatter_elements", "ScatterElements", 3},
    {"scatter_nd", "ScatterND", 3},
};
#define N_OPERATORS ((int)(sizeof operators / sizeof *operators))

/* ---- context ---- */

/* Calls with an equal key share a model. No padding, because keys are compared as bytes. */
struct key {
    int64_t axis, batch_dims;
    char reduction[8]; /* "": not stated */
    int32_t op, opset, has_axis, has_batch_dims;
    int32_t types[MAX_INPUTS]; /* as ONNX numbers them; 0: no such input */
};

#define MAX_SESSIONS 1024 /* a model's place is its hash; the older one goes */
struct context {
    const struct ort_api *ort;
    void *env, *options, *memory, *allocator;
    struct session {
        struct key key;
        void *handle;
    } sessions[MAX_SESSIONS];
    void *texts; /* what the string views of the last answer point into */
    char error[400];
};

static gat_status report(struct context *c, gat_status status, const char *text)
{
    snprintf(c->error, sizeof c->error, "%s", text);
    return status;
}

/* Most mistakes have one code; the sentence says which one it was. */
static gat_status kind_of(int code, const char *text)
{
    static const struct {
        const char *part;
        gat_status kind;
    } known[] = {
        {"but the computed output shape", GAT_E_INTERNAL}, /* not as documented */
        {"is not in valid range", GAT_E_INVALID},          /* of an axis */
        {"out of data bounds", GAT_E_RANGE},
        {"Out of range value", GAT_E_RANGE},
        {"Type Error", GAT_E_TYPE},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strstr(text, known[k].part) != NULL)
            return known[k].kind;
    return code == 2   ? GAT_E_INVALID
           : code == 9 ? GAT_E_UNSUPPORTED
                       : GAT_E_INTERNAL;
}

/* GAT_OK, or what a status of the library means; releases it. */
static gat_status outcome(struct context *c, void *status)
{
    if (status == NULL)
        return GAT_OK;
    const char *text = c->ort->error_text(status);
    const char *part = strstr(text, "Status Message: ");
    gat_status kind =
        report(c, kind_of(c->ort->error_code(status), text), part == NULL ? text : part + 16);
    c->error[strcspn(c->error, "\n")] = '\0';
    c->ort->status_release(status);
    return kind;
}

/* ---- a model as protobuf bytes ---- */

struct bytes {
    size_t size;
    unsigned char data[400]; /* the longest model takes half of it */
};

static void put_number(struct bytes *b, uint64_t n)
{
    for (; b->size < sizeof b->data; n >>= 7) {
        b->data[b->size++] = (unsigned char)((n & 0x7f) | (n >= 0x80 ? 0x80 : 0));
        if (n < 0x80)
            return;
    }
}

static void put_int(struct bytes *b, unsigned field, int64_t value)
{
    put_number(b, field << 3);
    put_number(b, (uint64_t)value);
}

static void put_block(struct bytes *b, unsigned field, const void *data, size_t size)
{
    put_number(b, field << 3 | 2);
    put_number(b, size);
    if (size <= sizeof b->data - b->size) {
        memcpy(b->data + b->size, data, size);
        b->size += size;
    }
}

static void put_text(struct bytes *b, unsigned field, const char *text)
{
    put_block(b, field, text, strlen(text));
}

/* An input or output of the graph: a name and an element type, and no shape. */
static void put_value(struct bytes *graph, unsigned field, const char *name, int32_t type)
{
    struct bytes tensor = {0}, sort = {0}, value = {0};
    put_int(&tensor, 1, type);
    put_block(&sort, 1, tensor.data, tensor.size);
    put_text(&value, 1, name);
    put_block(&value, 2, sort.data, sort.size);
    put_block(graph, field, value.data, value.size);
}

/* An attribute of the node: a word, or a number where there is none. */
static void put_attribute(struct bytes *node, const char *name, const char *word, int64_t value)
{
    struct bytes attribute = {0};
    put_text(&attribute, 1, name);
    if (word != NULL)
        put_text(&attribute, 4, word);
    else
        put_int(&attribute, 3, value);
    put_int(&attribute, 20, word != NULL ? 3 : 2); /* which of them it is */
    put_block(node, 5, attribute.data, attribute.size);
}

static void model_make(const struct key *key, struct bytes *model)
{
    struct bytes node = {0}, graph = {0}, opset = {0};
    int n = operators[key->op].n_inputs;
    for (int k = 0; k < n; k++)
        put_text(&node, 1, input_names[k]);
    put_text(&node, 2, output_name);
    put_text(&node, 4, operators[key->op].theirs);
    if (key->has_axis)
        put_attribute(&node, "axis", NULL, key->axis);
    if (key->has_batch_dims)
        put_attribute(&node, "batch_dims", NULL, key->batch_dims);
    if (key->reduction[0] != '\0')
        put_attribute(&node, "reduction", key->reduction, 0);
    put_block(&graph, 1, node.data, node.size);
    put_text(&graph, 2, "g");
    for (int k = 0; k < n; k++)
        put_value(&graph, 11, input_names[k], key->types[k]);
    put_value(&graph, 12, output_name, key->types[0]);
    put_int(&opset, 2, key->opset);
    put_int(model, 1, 7); /* version of the format itself */
    put_block(model, 7, graph.data, graph.size);
    put_block(model, 8, opset.data, opset.size);
}

/* The session for a model, made now or before. */
static gat_status session_get(struct context *c, const struct key *key, void **out)
{
    uint32_t hash = 0;
    for (size_t k = 0; k < sizeof *key; k++)
        hash = hash * 31 + ((const unsigned char *)key)[k];
    hash ^= hash >> 10 ^ hash >> 20;
    struct session *s = &c->sessions[hash % MAX_SESSIONS];
    if (s->handle == NULL || memcmp(&s->key, key, sizeof *key) != 0) {
        struct bytes model = {0};
        void *fresh = NULL;
        model_make(key, &model);
        gat_status status =
            outcome(c, c->ort->session_create(c->env, model.data, model.size, c->options, &fresh));
        if (status != GAT_OK)
            return status;
        c->ort->session_release(s->handle);
        *s = (struct session){*key, fresh};
    }
    *out = s->handle;
    return GAT_OK;
}

/* ---- tensors ---- */

/* A tensor over memory of the harness; strings of an input are copied, an output has its own. */
static gat_status value_make(struct context *c, const struct gat_tensor *t, bool input, void **out)
{
    static int64_t nothing[2]; /* where the library may point for no elements */
    size_t count = (size_t)gat_tensor_count(t), ndim = (size_t)t->ndim;
    int type = onnx_types[gat_tensor_dtype(t)];
    void *data = count == 0 ? nothing : gat_tensor_data(t);
    if (type != onnx_types[GAT_STR])
        return outcome(c, c->ort->tensor_over(c->memory, data, count * (t->type.bits / 8u),
                                              t->shape, ndim, type, out));
    const struct gat_string *views = data;
    gat_status status = outcome(c, c->ort->tensor_create(c->allocator, t->shape, ndim, type, out));
    for (size_t k = 0; input && k < count && status == GAT_OK; k++) {
        char *to = NULL;
        status = outcome(c, c->ort->string_resize(*out, k, views[k].size, &to));
        if (status == GAT_OK && views[k].size != 0)
            memcpy(to, views[k].data, views[k].size);
    }
    return status;
}

/* The strings of the library's answer as views into the context's own memory. */
static gat_status strings_take(struct context *c, const void *value, const struct gat_tensor *out)
{
    size_t size = 0, count = (size_t)gat_tensor_count(out);
    struct gat_string *views = gat_tensor_data(out);
    gat_status status = outcome(c, c->ort->strings_size(value, &size));
    if (status != GAT_OK || count == 0)
        return status;
    size_t *offsets = c->texts = malloc(count * sizeof *offsets + size);
    if (offsets == NULL)
        return report(c, GAT_E_NOMEM, "no memory for the strings of the answer");
    char *text = (char *)(offsets + count);
    status = outcome(c, c->ort->strings_copy(value, text, size, offsets, count));
    for (size_t k = 0; k < count && status == GAT_OK; k++) {
        size_t end = k + 1 < count ? offsets[k + 1] : size;
        views[k] = (struct gat_string){text + offsets[k], end - offsets[k]};
    }
    return status;
}

/* ---- calls ---- */

static gat_status key_make(struct context *c, const struct gat_call *call, struct key *key)
{
    memset(key, 0, sizeof *key);
    while (key->op < N_OPERATORS && !gat_text_same(operators[key->op].ours, call->op))
        key->op++;
    if (key->op == N_OPERATORS || strncmp(call->variant, "onnx-", 5) != 0)
        return report(c, GAT_E_UNSUPPORTED, "only operators of ONNX are known");
    key->opset = (int32_t)strtol(call->variant + 5, NULL, 10);
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        const struct gat_attr *a = &call->attrs[k];
        if (gat_text_same(a->name, "axis"))
            key->axis = a->i, key->has_axis = 1;
        else if (gat_text_same(a->name, "batch_dims"))
            key->batch_dims = a->i, key->has_batch_dims = 1;
        else if (gat_text_same(a->name, "reduction") && strlen(a->text) < sizeof key->reduction)
            memcpy(key->reduction, a->text, strlen(a->text));
        else
            return report(c, GAT_E_UNSUPPORTED, "it has an attribute that is not known here");
    }
    for (int k = 0; k < operators[key->op].n_inputs; k++) {
        const struct gat_tensor *t = gat_operand_get(call, input_names[k]);
        key->types[k] = t == NULL ? 0 : onnx_types[gat_tensor_dtype(t)];
        if (key->types[k] == 0) /* no model can have such an input */
            return report(c, GAT_E_TYPE, "an input is absent, or of a type that ONNX has not");
    }
    return GAT_OK;
}

static gat_status ort_run(void *context, const struct gat_call *call)
{
    struct context *c = context;
    struct key key;
    const struct gat_tensor *out = gat_operand_get(call, output_name);
    void *session = NULL, *values[MAX_INPUTS + 1] = {NULL}; /* inputs and output */
    free(c->texts);
    c->texts = NULL;
    gat_status status = key_make(c, call, &key);
    if (status == GAT_OK)
        status = session_get(c, &key, &session);
    int n = status == GAT_OK ? operators[key.op].n_inputs : 0;
    for (int k = 0; k < n && status == GAT_OK; k++)
        status = value_make(c, gat_operand_get(call, input_names[k]), true, &values[k]);
    if (status == GAT_OK)
        status = value_make(c, out, false, &values[n]);
    if (status == GAT_OK)
        status = outcome(c, c->ort->session_run(session, NULL, input_names, values, (size_t)n,
                                                &output_name, 1, &values[n]));
    if (status == GAT_OK && gat_tensor_dtype(out) == GAT_STR)
        status = strings_take(c, values[n], out);
    for (int k = 0; k <= n; k++)
        c->ort->value_release(values[k]);
    return status;
}

static const char *ort_last_error(void *context)
{
    return ((struct context *)context)->error;
}

/* ---- opening ---- */

static char version[64] = "unknown until it is opened";

/* `path` is what the caller named, or NULL; then it is searched for, first where
 * `make peers` puts it, seen from this object's own folder. */
static void *library_open(const char *path)
{
    Dl_info self;
    char peer[1000];
    void *library = NULL;
    if (path == NULL && (path = getenv("GATHERUM_ONNXRUNTIME")) == NULL &&
        dladdr(version, &self) != 0) {
        const char *slash = strrchr(self.dli_fname, '/');
        int folder = slash == NULL ? 0 : (int)(slash + 1 - self.dli_fname);
        snprintf(peer, sizeof peer, "%.*s../peers/%s", folder, self.dli_fname,
                 "onnxruntime/capi/libonnxruntime.so");
        library = dlopen(peer, RTLD_NOW | RTLD_LOCAL);
        path = "libonnxruntime.so.1";
    }
    return library != NULL ? library : dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

struct choice {
    char *path;
    long threads, optimise;
};

/* "lib=PATH,threads=N,optimise=N" in any order; PATH without commas. */
static bool options_read(char *text, struct choice *o)
{
    char *rest, *end = text + strlen(text);
    bool good = true;
    for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
        if (strncmp(word, "lib=", 4) == 0)
            o->path = word + 4;
        else if (strncmp(word, "threads=", 8) == 0)
            o->threads = strtol(word + 8, &end, 10);
        else if (strncmp(word, "optimise=", 9) == 0)
            o->optimise = strtol(word + 9, &end, 10);
        else
            return false;
        good = good && *end == '\0';
    }
    return good && o->threads >= 1 && o->threads <= 1024 && o->optimise >= 0 && o->optimise <= 99;
}

/* Everything that a session needs; NULL, or a status of the library. */
static void *base_make(struct context *c, const struct choice *o)
{
    const struct ort_api *api = c->ort;
    void *bad;
    if ((bad = api->env_create(4, "gatherum", &c->env)) != NULL || /* silent */
        (bad = api->options_create(&c->options)) != NULL ||
        (bad = api->options_no_patterns(c->options)) != NULL ||
        (bad = api->options_optimise(c->options, (int)o->optimise)) != NULL ||
        (bad = api->options_threads(c->options, (int)o->threads)) != NULL ||
        (bad = api->memory_cpu(0, 0, &c->memory)) != NULL)
        return bad;
    return api->allocator_default(&c->allocator);
}

static void ort_close(void *context)
{
    struct context *c = context;
    for (int k = 0; k < MAX_SESSIONS; k++)
        c->ort->session_release(c->sessions[k].handle);
    c->ort->memory_release(c->memory);
    c->ort->options_release(c->options);
    c->ort->env_release(c->env);
    free(c->texts);
    free(c);
}

static gat_status ort_open(const char *options, void **context, char *why, size_t n)
{
    char text[1000];
    struct choice choice = {NULL, 1, 0};
    snprintf(text, sizeof text, "%s", options);
    if (strlen(options) >= sizeof text || !options_read(text, &choice)) {
        snprintf(why, n, "the options are lib=PATH, threads=N and optimise=N (a level of its graph "
                         "optimiser, 0 without it, 99 for all), with commas");
        return GAT_E_INVALID;
    }
    void *library = library_open(choice.path);
    if (library == NULL) {
        snprintf(why, n, "%s (make peers installs it)", dlerror());
        return GAT_E_UNSUPPORTED;
    }
    const struct ort_base *(*base)(void);
    *(void **)&base = dlsym(library, "OrtGetApiBase");
    struct context *c = base == NULL ? NULL : calloc(1, sizeof *c);
    if (c == NULL || (c->ort = base()->api(ORT_VERSION)) == NULL) {
        snprintf(why, n, "this is not onnxruntime 1.%u or later", ORT_VERSION);
        free(c);
        return GAT_E_UNSUPPORTED;
    }
    snprintf(version, sizeof version, "%s", base()->version());
    gat_status status = outcome(c, base_make(c, &choice));
    if (status != GAT_OK) {
        snprintf(why, n, "%s", c->error);
        ort_close(c);
        return status;
    }
    *context = c;
    return GAT_OK;
}

/* No complex tensors, 16 bits where opset and reductions have them; Scatter 11 is deprecated. */
#define REAL (GAT_ALL_TYPES & ~(GAT_BIT(GAT_C64) | GAT_BIT(GAT_C128)))
#define CLAIM(operator, types, ...)                                            \
    {                                                                          \
        .op = operator, .variants = (const char *const[]){__VA_ARGS__, NULL},  \
        .data_types = types, .index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64), \
        .max_rank = GAT_MAX_RANK                                               \
    }
static const struct gat_claim claims[] = {
    CLAIM("gather", REAL & ~GAT_BIT(GAT_BF16), "onnx-1", "onnx-11"),
    CLAIM("gather", REAL, "onnx-13"),
    CLAIM("gather_elements", REAL & ~GAT_BIT(GAT_BF16), "onnx-11"),
    CLAIM("gather_elements", REAL, "onnx-13"),
    CLAIM("gather_nd", REAL & ~GAT_BIT(GAT_BF16), "onnx-11", "onnx-12"),
    CLAIM("gather_nd", REAL, "onnx-13"),
    CLAIM("scatter", REAL & ~GAT_BIT(GAT_BF16), "onnx-9"),
    CLAIM("scatter_elements", REAL & ~GAT_BIT(GAT_BF16), "onnx-11"),
    CLAIM("scatter_elements", REAL & ~(GAT_BIT(GAT_BF16) | GAT_BIT(GAT_F16)), "onnx-16", "onnx-18"),
    CLAIM("scatter_elements", REAL, "onnx-13"),
    CLAIM("scatter_nd", REAL & ~GAT_BIT(GAT_BF16), "onnx-11"),
    CLAIM("scatter_nd", REAL, "onnx-13"),
    CLAIM("scatter_nd", REAL & ~(GAT_BIT(GAT_BF16) | GAT_BIT(GAT_F16)), "onnx-16", "onnx-18"),
};

static const struct gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof(struct gat_backend),
    .name = "onnxruntime", .version = version, .profile = "cpu",
    .claims = claims, .n_claims = sizeof claims / sizeof *claims,
    .run = ort_run, .open = ort_open, .close = ort_close, .call_us = 200,
    .last_error = ort_last_error,
};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
