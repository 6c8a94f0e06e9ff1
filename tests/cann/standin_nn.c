/* standin_nn.c - stand-in for libnnopbase.so: tensors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "standin.h"

static struct standin_tensor tensors[64];

size_t standin_esize(int32_t type)
{
    static const signed char sizes[] = {4, 2, 1, 4, 1, 0, 2, 2, 4, 8, 8, 8, 1, 0, 0, 0, 8, 16};
    return type == CANN_BF16 ? 2 : type >= 0 && type < (int)sizeof sizes ? (size_t)sizes[type] : 0;
}

void *aclCreateTensor(const int64_t *shape, uint64_t rank, int32_t type, const int64_t *strides,
                      int64_t offset, int32_t format, const int64_t *storage,
                      uint64_t storage_rank, void *memory)
{
    if (standin_inject(__func__) != CANN_OK || rank > 8 || storage_rank > 8 || format != CANN_FORMAT_ND ||
        standin_esize(type) == 0 || (rank > 0 && (shape == NULL || strides == NULL || storage == NULL)))
        return NULL;
    for (unsigned k = 0; k < sizeof tensors / sizeof tensors[0]; k++) {
        struct standin_tensor *t = &tensors[k];
        if (t->alive)
            continue;
        *t = (struct standin_tensor){.alive = true, .offset = offset, .rank = (int32_t)rank,
                                     .type = type, .memory = memory};
        for (uint64_t d = 0; d < rank; d++) {
            t->shape[d] = shape[d];
            t->stride[d] = strides[d];
        }
        standin_count(1);
        return t;
    }
    return NULL;
}

const struct standin_tensor *standin_tensor(const void *tensor)
{
    for (unsigned k = 0; k < sizeof tensors / sizeof tensors[0]; k++)
        if (tensor == &tensors[k] && tensors[k].alive)
            return &tensors[k];
    return NULL;
}

int32_t aclDestroyTensor(const void *tensor)
{
    int32_t code = standin_inject(__func__);
    if (code != CANN_OK)
        return code;
    for (unsigned k = 0; k < sizeof tensors / sizeof tensors[0]; k++)
        if (tensor == &tensors[k] && tensors[k].alive) {
            tensors[k].alive = false;
            standin_count(-1);
            return CANN_OK;
        }
    return standin_refuse(CANN_NULL_POINTER, "no such tensor");
}
