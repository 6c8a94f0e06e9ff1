/* opt_memo.c - the last call and its meaning, kept for the next one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_memo.h"

#include <string.h>

#include "opt_pool.h"

static bool text_keep(char *to, const char *from)
{
    return memccpy(to, from, '\0', OPT_MEMO_TEXT) != NULL;
}

static inline bool operand_same(const struct opt_memo_operand *m, const struct gat_operand *o)
{
    const struct gat_tensor *t = &o->tensor;
    if (o->form != m->form || t->ndim != m->ndim || t->strides != NULL ||
        t->byte_offset != 0 || memcmp(&t->type, &m->type, sizeof m->type) != 0)
        return false;
    for (int32_t d = 0; d < m->ndim; d++)
        if (t->shape[d] != m->shape[d])
            return false;
    return strcmp(o->name, m->name) == 0;
}

static bool call_same(const struct opt_memo *m, const struct gat_call *call)
{
    if (call->n_attrs != m->n_attrs || call->n_operands != m->n_operands ||
        strcmp(call->op, m->op) != 0 || strcmp(call->variant, m->variant) != 0 ||
        strcmp(call->profile, m->profile) != 0)
        return false;
    for (uint64_t k = 0; k < m->n_attrs; k++)
        if (call->attrs[k].kind != GAT_ATTR_INT || call->attrs[k].i != m->attrs[k].i ||
            strcmp(call->attrs[k].name, m->attrs[k].name) != 0)
            return false;
    for (uint64_t k = 0; k < m->n_operands; k++)
        if (!operand_same(&m->operands[k], &call->operands[k]))
            return false;
    return true;
}

/* Where the address of an operand is stored; NULL for an operand whose values change
 * the meaning of the call. */
static void **address_of(struct opt_memo *m, const char *name)
{
    if (gat_text_same(name, "output"))
        return &m->a.output.data;
    struct gat_array *arrays[] = {&m->c.data, &m->c.indices, &m->c.updates};
    for (unsigned k = 0; m->c.kernel->inputs[k] != NULL; k++)
        if (gat_text_same(name, m->c.kernel->inputs[k]))
            return &arrays[k]->data;
    return NULL;
}

static bool operand_keep(struct opt_memo *m, uint64_t k, const struct gat_operand *o)
{
    const struct gat_tensor *t = &o->tensor;
    m->address[k] = address_of(m, o->name);
    if (m->address[k] == NULL || o->form == GAT_ABSENT || t->ndim > GAT_MAX_RANK ||
        !text_keep(m->operands[k].name, o->name))
        return false;
    m->operands[k].form = o->form;
    m->operands[k].type = t->type;
    m->operands[k].ndim = t->ndim;
    memcpy(m->operands[k].shape, t->shape, (size_t)t->ndim * sizeof t->shape[0]);
    return true;
}

static bool call_keep(struct opt_memo *m, const struct gat_call *call)
{
    if (call->n_attrs > OPT_MEMO_ATTRS || call->n_operands > OPT_MEMO_OPERANDS ||
        !text_keep(m->op, call->op) || !text_keep(m->variant, call->variant) ||
        !text_keep(m->profile, call->profile))
        return false;
    m->n_attrs = call->n_attrs;
    m->n_operands = call->n_operands;
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        if (call->attrs[k].kind != GAT_ATTR_INT ||
            !text_keep(m->attrs[k].name, call->attrs[k].name))
            return false;
        m->attrs[k].i = call->attrs[k].i;
    }
    for (uint64_t k = 0; k < call->n_operands; k++)
        if (!operand_keep(m, k, &call->operands[k]))
            return false;
    return true;
}

bool opt_call_again(struct opt *o, const struct gat_call *call, const struct ref_case **c,
                    const struct ref_answer **a)
{
    struct opt_memo *m = &o->memo;
    if (!m->kept || !call_same(m, call))
        return false;
    for (uint64_t k = 0; k < m->n_operands; k++)
        *m->address[k] = call->operands[k].tensor.data;
    *c = &m->c;
    *a = &m->a;
    return true;
}

gat_status opt_call_read(struct opt *o, const struct gat_call *call, opt_reader *read,
                         const struct ref_case **c, const struct ref_answer **a)
{
    struct opt_memo *m = &o->memo;
    gat_status status = read(call, &m->c, &m->a);
    if (status == GAT_OK && gat_operand_get(call, "output") == NULL)
        status = GAT_E_INVALID;
    m->kept = status == GAT_OK && call_keep(m, call);
    *c = &m->c;
    *a = &m->a;
    return status;
}
