/* compact.c - a call with views as a call without them.
 *
 * Kernels read and write compact tensors.  Where an operand has strides, they get a
 * compact copy of it, and what they answer is put where the caller wants it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "checked.h"
#include "dtype.h"
#include "layout.h"
#include "ref.h"

enum { MOST_OPERANDS = 8, ALIGN = 64 };

static bool is_view(const struct gat_operand *o)
{
    return o->form != GAT_ABSENT && o->tensor.strides != NULL;
}

/* Bytes of a compact copy, a multiple of ALIGN; false for a tensor that is none. */
static bool copy_size(const struct gat_tensor *t, size_t *size)
{
    int64_t count;
    enum gat_dtype dtype = gat_tensor_dtype(t);
    if (dtype == GAT_DTYPE_COUNT || t->ndim < 0 || t->ndim > GAT_MAX_RANK ||
        !gat_shape_count(t->ndim, t->shape, &count) ||
        !gat_size_mul((size_t)count, gat_dtype_size(dtype), size) ||
        !gat_size_add(*size, ALIGN, size))
        return false;
    *size &= ~(size_t)(ALIGN - 1);
    return true;
}

/* Bytes of all copies; false when the call makes no sense, which `compact` will say. */
static bool room_size(const struct gat_call *call, size_t *room)
{
    size_t size;
    *room = 0;
    if (call->n_operands > MOST_OPERANDS)
        return false;
    for (uint64_t k = 0; k < call->n_operands; k++)
        if (is_view(&call->operands[k]) &&
            (!copy_size(&call->operands[k].tensor, &size) || !gat_size_add(*room, size, room)))
            return false;
    return true;
}

static void layout_of(const struct gat_tensor *t, struct gat_layout *l)
{
    gat_layout_of(t, gat_dtype_size(gat_tensor_dtype(t)), l);
}

/* An output is copied too: elements that a success leaves open stay as they were. */
static void copies_make(const struct gat_call *call, struct gat_operand *operands,
                        unsigned char *room)
{
    struct gat_layout l;
    size_t size = 0;
    for (uint64_t k = 0; k < call->n_operands; k++) {
        struct gat_tensor *t = &operands[k].tensor;
        operands[k] = call->operands[k];
        if (!is_view(&call->operands[k]))
            continue;
        (void)copy_size(t, &size); /* room_size() has seen that it has one */
        layout_of(t, &l);
        gat_layout_take(&l, t->data, room);
        t->data = room;
        t->strides = NULL;
        t->byte_offset = 0;
        room += size;
    }
}

static void output_return(const struct gat_call *call, const struct gat_operand *operands)
{
    struct gat_layout l;
    for (uint64_t k = 0; k < call->n_operands; k++) {
        const struct gat_operand *o = &call->operands[k];
        if (!is_view(o) || o->role != GAT_OUT)
            continue;
        layout_of(&o->tensor, &l);
        gat_layout_place(&l, operands[k].tensor.data, o->tensor.data);
    }
}

gat_status ref_call_compact(void *context, const struct gat_call *call,
                            ref_call_run *compact, void *(*take)(size_t),
                            void (*give)(void *))
{
    struct gat_operand operands[MOST_OPERANDS];
    struct gat_call without = *call;
    size_t size;
    if (!room_size(call, &size) || size == 0)
        return compact(context, call);
    void *room = take(size);
    if (room == NULL)
        return GAT_E_NOMEM;
    copies_make(call, operands, room);
    without.operands = operands;
    gat_status status = compact(context, &without);
    if (status == GAT_OK)
        output_return(call, operands);
    give(room);
    return status;
}
