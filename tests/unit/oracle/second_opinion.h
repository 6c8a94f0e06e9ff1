/* second_opinion.h - what a backend that shares nothing with ref makes of a case that ref has
 * answered: called in this process, on memory that is compact.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SECOND_OPINION_H
#define GAT_SECOND_OPINION_H

#include <dlfcn.h>
#include <stdlib.h>

#include "dtype.h"
#include "suite/member.h"

struct second_opinion {
    const struct gat_backend *backend; /* NULL: there is none */
    void *context;
    uint64_t asked;
};

/* False where the file is no backend that can be opened. */
static bool second_open(struct second_opinion *o, const char *path)
{
    char why[256] = "";
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct gat_backend *(*get)(uint32_t) = NULL;
    void *symbol = library == NULL ? NULL : dlsym(library, "gat_backend_get");
    memcpy(&get, &symbol, sizeof get);
    o->backend = get == NULL ? NULL : get(GAT_ABI);
    if (o->backend != NULL && o->backend->open("", &o->context, why, sizeof why) != GAT_OK)
        o->backend = NULL;
    if (o->backend == NULL)
        printf("# %s is no backend that opens: %s\n", path, library == NULL ? dlerror() : why);
    return o->backend != NULL;
}

static bool second_claims(const struct second_opinion *o, const struct gat_spec *s,
                          const struct ref_case *c)
{
    for (uint64_t k = 0; k < o->backend->n_claims; k++) {
        const struct gat_claim *claim = &o->backend->claims[k];
        bool named = false;
        for (const char *const *v = claim->variants; *v != NULL; v++)
            named |= strcmp(*v, s->variant) == 0;
        if (named && strcmp(claim->op, s->op) == 0 &&
            (claim->data_types & GAT_BIT(c->data.dtype)) != 0 &&
            (claim->index_types & GAT_BIT(c->indices.dtype)) != 0)
            return true;
    }
    return false;
}

static struct gat_operand second_operand(const char *name, int32_t role, const struct gat_array *t)
{
    return (struct gat_operand){.name = name,
                                .role = role,
                                .form = t->ndim < 0 ? GAT_ABSENT : GAT_TENSOR,
                                .tensor = {.data = t->data,
                                           .device = {1, 0},
                                           .ndim = t->ndim,
                                           .shape = t->shape,
                                           .type = gat_dtype_code(t->dtype)}};
}

/* Why the backend and ref differ, or NULL; `m` is the case that ref has answered with `a`, and
 * `got` has room for an output. */
static const char *second_difference(struct second_opinion *o, const struct gat_member *m,
                                     const struct ref_case *c, const struct ref_answer *a,
                                     void *got)
{
    const struct gat_spec *s = m->point->spec;
    struct gat_array made = a->output;
    bool reads = (a->consulted & m->point->profile->ambiguous) != 0; /* perhaps otherwise */
    int64_t bad;
    if (o->backend == NULL || !second_claims(o, s, c) || a->demand == REF_FREE ||
        c->axis_tensor.ndim >= 0)
        return NULL;
    made.data = got;
    struct gat_operand operands[4] = {
        second_operand("data", GAT_IN, &c->data), second_operand("indices", GAT_IN, &c->indices),
        second_operand("output", GAT_OUT, &made), second_operand("updates", GAT_IN, &c->updates)};
    struct gat_call call = {.struct_size = sizeof call,
                            .op = s->op,
                            .variant = s->variant,
                            .profile = m->point->profile->name,
                            .attrs = m->attrs,
                            .n_attrs = m->n_attrs,
                            .operands = operands,
                            .n_operands = c->updates.ndim < 0 ? 3 : 4};
    gat_status status = o->backend->run(o->context, &call);
    o->asked++;
    if (status == GAT_E_UNSUPPORTED)
        return "it claims the case and refuses it";
    if (status != GAT_OK)
        return a->demand == REF_MUST_SUCCEED && !reads ? "it refuses what has an answer" : NULL;
    if (a->demand == REF_MUST_REPORT)
        return "it answers what has none";
    return ref_admits(c, a, got, 0, &bad) ? NULL : "it answers something else";
}

#endif
