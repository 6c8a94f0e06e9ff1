/* dies.c - gathers rows of float32 rightly, and dies of every thousandth case.
 *
 * Which cases it dies of hangs on their data, so one that is repeated alone ends
 * it again.  Options choose how: "" by a signal, "exit" by ending the process,
 * "never" not at all; with "always" it dies of every case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gatherum/backend.h"

static const char *const variants[] = {"onnx-13", NULL};
static const struct gat_claim claim = {.op = "gather",
                                       .variants = variants,
                                       .data_types = GAT_BIT(GAT_F32),
                                       .index_types = GAT_BIT(GAT_I64),
                                       .min_rank = 1,
                                       .max_rank = 3,
                                       .flags = GAT_NO_ERRORS | GAT_NO_EMPTY};

/* Contexts are addresses in here; their content does not matter. */
static char manners[4];

static gat_status open_it(const char *options, void **context, char *why, size_t n)
{
    static const char *const names[] = {"", "exit", "never", "always"};
    for (int k = 0; k < 4; k++)
        if (strcmp(options, names[k]) == 0) {
            *context = &manners[k];
            return GAT_OK;
        }
    snprintf(why, n, "the options are exit, never and always");
    return GAT_E_INVALID;
}

/* One case in a thousand, by its data. */
static int is_last(const float *data, int64_t n)
{
    uint64_t hash = (uint64_t)n;
    for (int64_t k = 0; k < n; k++) {
        uint32_t bits;
        memcpy(&bits, &data[k], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0x9E3779B97F4A7C15) < UINT64_MAX / 1000;
}

static void die(const char *manner)
{
    if (manner == &manners[1])
        _exit(1);
    abort();
}

static gat_status run(void *context, const struct gat_call *call)
{
    const struct gat_tensor *data = gat_operand_get(call, "data");
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    const struct gat_tensor *output = gat_operand_get(call, "output");
    const float *from = gat_tensor_data(data);
    const int64_t *index = gat_tensor_data(indices);
    float *to = gat_tensor_data(output);
    int64_t row = data->ndim == 2 ? data->shape[1] : 1,
            n = gat_tensor_count(indices);
    if (context == &manners[3] ||
        (context != &manners[2] && is_last(from, gat_tensor_count(data))))
        die(context);
    for (int64_t k = 0; k < n; k++) {
        int64_t i = index[k] < 0 ? index[k] + data->shape[0] : index[k];
        memcpy(to + k * row, from + i * row, (size_t)row * sizeof *to);
    }
    return GAT_OK;
}

static const struct gat_backend table = {.abi = GAT_ABI,
                                         .struct_size = sizeof table,
                                         .name = "dies",
                                         .version = "1",
                                         .profile = "cpu",
                                         .claims = &claim,
                                         .n_claims = 1,
                                         .run = run,
                                         .open = open_it};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
