/* opt.c - backend: the optimised kernels, through the contract that others use.
 * inside: ref opt
 * link: -lm
 *
 * Demands, shapes and errors are the reference's; opt/ moves the elements.  It does not claim
 * clean errors: large indices are checked block by block, right before they are used.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "gatherum/backend.h"
#include "opt.h"

#define FLAGS                                                                                      \
    (GAT_TAKES_VIEWS | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES | GAT_NAMES_ERRORS | GAT_ANY_CALLER)
enum { MOST_CLAIMS = 256 };

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    struct opt_setup setup;
    if (!opt_setup_read(options, &setup, why, n))
        return GAT_E_INVALID;
    size_t size = (opt_size(&setup) + 63) & ~(size_t)63;
    void *memory = calloc(1, size + 64);
    if (memory == NULL)
        return GAT_E_NOMEM;
    /* The context begins at a cache line; the pointer from calloc is kept right before it. */
    char *line = (char *)memory + 64 - ((uintptr_t)memory & 63);
    memcpy(line - sizeof memory, &memory, sizeof memory);
    opt_start((struct opt *)(void *)line, &setup);
    *context = line;
    return GAT_OK;
}

static void close_(void *context)
{
    void *memory;
    opt_stop(context);
    memcpy(&memory, (char *)context - sizeof memory, sizeof memory);
    free(memory);
}

static gat_status case_run(struct opt *o, const struct ref_case *c,
                           const struct ref_answer *a)
{
    size_t size = opt_room(c, a);
    void *room = size == 0 ? NULL : malloc(size);
    opt_room_give(o, room);
    bool done = opt_run(o, c, a);
    opt_room_give(o, NULL);
    free(room);
    if (done)
        return GAT_OK;
    struct ref_answer notes = *a;
    return ref_call_answer(c, &notes, malloc, free);
}

static gat_status compact_run(void *context, const struct gat_call *call)
{
    const struct ref_case *c;
    const struct ref_answer *a;
    gat_status status = opt_call_read(context, call, ref_case_from_call, &c, &a);
    return status == GAT_OK ? case_run(context, c, a) : status;
}

static gat_status run(void *context, const struct gat_call *call)
{
    const struct ref_case *c;
    const struct ref_answer *a;
    if (opt_call_again(context, call, &c, &a))
        return case_run(context, c, a);
    return ref_call_compact(context, call, compact_run, malloc, free);
}

static gat_status infer(void *context, const struct gat_call *call, uint32_t k,
                        struct gat_inferred *out)
{
    (void)context;
    return ref_call_infer(call, k, out);
}

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    /* Filled at every call with the same: the harness loads from one thread. */
    static struct gat_claim claims[MOST_CLAIMS];
    static const char *lists[MOST_CLAIMS][2];
    static struct gat_backend backend = {
        .abi = GAT_ABI,
        .struct_size = sizeof backend,
        .name = "opt",
        .version = GAT_VERSION,
        .profile = "any",
        .claims = claims,
        .run = run,
        .open = open_,
        .close = close_,
        .call_us = 1,
        .infer = infer,
    };
    backend.n_claims = ref_claims_make(claims, lists, MOST_CLAIMS, FLAGS);
    return host_abi == GAT_ABI ? &backend : NULL;
}
