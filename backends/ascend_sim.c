/* ascend_sim.c - backend: tile kernels for Ascend NPUs, on a model of a vector core.
 * inside: ascend
 *
 * Right answers are not enough here: a copy that the device would cut off, an operand
 * beside a block, a wait that is missing are errors with the name of the rule, on any
 * machine.  Options: product=a2a3|950, cores=N (or threads=N), eager: threads even for
 * small calls, counters=FILE: a line for each call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "npu_kernels.h"

enum { SMALL = 256 * 1024 }; /* bytes of a call below which no thread is woken */

struct context {
    const struct npu_product *product;
    struct npu_device *device;
    FILE *counters;
    char error[sizeof((struct npu_ran *)0)->why];
};

/* ---- options ---- */

struct setup {
    const struct npu_product *product;
    unsigned cores;
    int eager;
    char counters[512];
};

static const struct npu_product *product_find(const char *name)
{
    for (unsigned k = 0; k < npu_product_count; k++)
        if (strcmp(npu_products[k].name, name) == 0)
            return &npu_products[k];
    return NULL;
}

/* One word of the options; false with a sentence when it is none. */
static int word_read(char *word, struct setup *s, char *why, size_t n)
{
    char *value = strchr(word, '='), *end = NULL;
    if (strcmp(word, "eager") == 0) {
        s->eager = 1;
        return 1;
    }
    if (value != NULL)
        *value++ = '\0';
    if (value != NULL && strcmp(word, "product") == 0) {
        s->product = product_find(value);
        if (s->product == NULL)
            snprintf(why, n, "there is no product \"%s\": a2a3 or 950", value);
        return s->product != NULL;
    }
    if (value != NULL && (strcmp(word, "cores") == 0 || strcmp(word, "threads") == 0)) {
        unsigned long cores = strtoul(value, &end, 10);
        s->cores = cores <= NPU_MOST_CORES ? (unsigned)cores : NPU_MOST_CORES + 1;
        if (*end == '\0' && value[0] >= '0' && value[0] <= '9' && s->cores > 0)
            return 1;
        snprintf(why, n, "%s takes a number of cores from 1", word);
        return 0;
    }
    if (value != NULL && strcmp(word, "counters") == 0) {
        snprintf(s->counters, sizeof s->counters, "%s", value);
        return 1;
    }
    snprintf(why, n,
             "\"%s\" is no option of ascend_sim: product=a2a3|950, cores=N, eager, counters=FILE",
             word);
    return 0;
}

static int setup_read(const char *options, struct setup *s, char *why, size_t n)
{
    char text[1024], *rest = text;
    if (strlen(options) >= sizeof text) {
        snprintf(why, n, "the options are too long");
        return 0;
    }
    memcpy(text, options, strlen(options) + 1);
    for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest))
        if (!word_read(word, s, why, n))
            return 0;
    if (s->cores == 0)
        s->cores = s->product->cores;
    if (s->cores > s->product->cores)
        snprintf(why, n, "%s: %s has at most %u cores", npu_rule_name(NPU_CORES), s->product->name,
                 s->product->cores);
    return s->cores <= s->product->cores;
}

/* ---- the backend ---- */

enum {
    MOVED = GAT_ALL_TYPES & ~GAT_BIT(GAT_STR),
    /* The units of a core compute with no others. */
    COMBINED =
        MOVED & ~(GAT_BIT(GAT_BOOL) | GAT_BIT(GAT_F64) | GAT_BIT(GAT_C64) | GAT_BIT(GAT_C128)),
    SCATTERS = GAT_WORKS_IN_PLACE | GAT_NO_GIANTS
};
static const char *const moving[] = {"axis", NULL}; /* attributes without a reduction */
#define CLAIM(operator, types, known, more, ...)                                       \
    {                                                                                  \
        .op = operator, .variants = (const char *const[]){__VA_ARGS__, NULL},          \
        .attrs = known, .data_types = types, .index_types = GAT_ALL_TYPES,             \
        .max_rank = GAT_MAX_RANK, .flags = GAT_NAMES_ERRORS | (more)                   \
    }
static const struct gat_claim claims[] = {
    CLAIM("gather", MOVED, NULL, 0, "onnx-1", "onnx-11", "onnx-13", "mindspore-2.x",
          "aclnn-gather-v2-8.x", "aclnn-gather-v3-8.x", "aclnn-embedding-8.x",
          "pypto-index-select-2026.02"),
    CLAIM("gather_elements", MOVED, NULL, 0, "onnx-11", "onnx-13", "torch-2.x", "pypto-2026.02",
          "aclnn-8.x"),
    CLAIM("gather_nd", MOVED, NULL, 0, "onnx-11", "onnx-12", "onnx-13", "mindspore-2.x",
          "aclnn-8.x"),
    CLAIM("scatter", MOVED, NULL, SCATTERS, "onnx-9", "onnx-11"),
    CLAIM("scatter_elements", MOVED, NULL, SCATTERS, "onnx-11", "onnx-13", "aclnn-8.x"),
    CLAIM("scatter_elements", MOVED, moving, SCATTERS, "onnx-16", "onnx-18"),
    CLAIM("scatter_elements", COMBINED, NULL, SCATTERS, "onnx-16", "onnx-18"),
    CLAIM("scatter_nd", MOVED, NULL, SCATTERS, "onnx-11", "onnx-13", "mindspore-2.x", "aclnn-8.x"),
    CLAIM("scatter_nd", MOVED, moving, SCATTERS, "onnx-16", "onnx-18"),
    CLAIM("scatter_nd", COMBINED, NULL, SCATTERS, "onnx-16", "onnx-18", "mindspore-add-2.x",
          "mindspore-max-2.x", "mindspore-min-2.x", "mindspore-mul-2.x"),
};

static void close_(void *context)
{
    struct context *c = context;
    npu_device_free(c->device);
    if (c->counters != NULL)
        fclose(c->counters);
    free(c);
}

/* Documents name the device differently: MindSpore by its class, pypto by product. */
static struct gat_backend table;

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    struct setup s = {.product = &npu_products[0]};
    if (!setup_read(options, &s, why, n))
        return GAT_E_INVALID;
    struct context *c = calloc(1, sizeof *c);
    if (c == NULL)
        return GAT_E_NOMEM;
    c->product = s.product;
    table.profile = s.product == &npu_products[0] ? "npu a2a3" : "npu 950";
    c->device = npu_device_new(s.product, s.cores, s.eager);
    if (s.counters[0] != '\0')
        c->counters = fopen(s.counters, "ae");
    if (c->device == NULL || (s.counters[0] != '\0' && c->counters == NULL)) {
        snprintf(why, n, c->device == NULL ? "no memory for %u cores" : "%.0u%s cannot be written",
                 c->device == NULL ? s.cores : 0, s.counters);
        close_(c);
        return GAT_E_INVALID;
    }
    *context = c;
    return GAT_OK;
}

static void counters_print(const struct context *c, const struct gat_call *call,
                           const struct npu_job *j, const struct npu_ran *ran)
{
    const struct npu_counters *n = &ran->counters;
    fprintf(c->counters,
            "%s/%s %s: units %" PRId64 ", in %" PRIu64 ", out %" PRIu64 ", padding %" PRIu64
            ", copies %" PRIu64 ", vector %" PRIu64 ", scalar %" PRIu64 ", cycles %" PRIu64 "\n",
            call->op, call->variant, npu_path_name(j->path), j->units, n->in, n->out, n->padding,
            n->copies, n->vector, n->scalar, n->cycles);
    fflush(c->counters);
}

static gat_status job_run(struct context *c, const struct gat_call *call, const struct npu_job *j)
{
    static npu_kernel *const kernels[] = {
        [NPU_PATH_ROWS] = npu_rows_kernel,     [NPU_PATH_SLAB] = npu_slab_kernel,
        [NPU_PATH_VECTOR] = npu_tiles_kernel,  [NPU_PATH_SCALAR] = npu_tiles_kernel,
        [NPU_PATH_GLOBAL] = npu_global_kernel, [NPU_PATH_WINDOWS] = npu_windows_kernel,
        [NPU_PATH_COPIES] = npu_copies_kernel};
    struct npu_ran ran;
    bool small = j->output.size + j->indices.size < SMALL;
    bool kept = npu_launch(c->device, kernels[j->path], j, j->units, small, &ran);
    if (c->counters != NULL)
        counters_print(c, call, j, &ran);
    memcpy(c->error, ran.why, sizeof c->error);
    return !kept ? GAT_E_INTERNAL : ran.bad_index && j->q->checked ? GAT_E_RANGE : GAT_OK;
}

static gat_status run(void *context, const struct gat_call *call)
{
    struct context *c = context;
    struct npu_question q;
    struct npu_job j;
    c->error[0] = '\0';
    gat_status status = npu_question_read(call, c->product->buffer, &q);
    if (status != GAT_OK)
        return status;
    /* No index names anything on an axis without elements. */
    if (q.extent == 0 && gat_tensor_count(q.indices) > 0)
        return GAT_E_RANGE;
    if (gat_tensor_count(q.output) == 0)
        return npu_indices_good(&q) || !q.checked ? GAT_OK : GAT_E_RANGE;
    npu_job_plan(&j, &q, c->product);
    return job_run(c, call, &j);
}

static const char *last_error(void *context)
{
    return ((struct context *)context)->error;
}

static struct gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof table, .name = "ascend_sim", .version = GAT_VERSION,
    .profile = "npu a2a3", .claims = claims, .n_claims = sizeof claims / sizeof *claims,
    .run = run, .open = open_, .close = close_, .last_error = last_error, .call_us = 40,
};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
