/* dies.c - a right gather of float32 rows that dies of every thousandth case.
 *
 * The first element of data numbers the case, so a case that is repeated alone
 * dies again.  Its options choose how: "" a signal, "exit" the end of the process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
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
                                       .max_rank = 2,
                                       .flags = GAT_NO_ERRORS | GAT_NO_EMPTY};
static const char exits; /* its address is the context that means "exit" */

static gat_status open_it(const char *options, void **context, char *why, size_t n)
{
    (void)why, (void)n;
    *context = strcmp(options, "exit") == 0 ? (void *)(uintptr_t)&exits : NULL;
    return GAT_OK;
}

static gat_status run(void *context, const struct gat_call *call)
{
    const struct gat_tensor *data = gat_operand_get(call, "data");
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    const struct gat_tensor *output = gat_operand_get(call, "output");
    const float *from = gat_tensor_data(data);
    const int64_t *index = gat_tensor_data(indices);
    float *to = gat_tensor_data(output);
    int64_t row = data->ndim == 2 ? data->shape[1] : 1, n = gat_tensor_count(indices);
    if ((long)from[0] % 1000 == 999) {
        if (context != NULL)
            _exit(1);
        abort();
    }
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
