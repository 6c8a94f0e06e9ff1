/* ref.c - backend: the reference itself, through the contract that others use.
 * inside: ref
 * link: -lm
 *
 * It claims whatever the specs define, so that every case of every variant is
 * judged at least once on an implementation that has to be right.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "gatherum/backend.h"
#include "ref.h"

#define FLAGS                                                                      \
    (GAT_TAKES_VIEWS | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES | GAT_CLEAN_ERRORS | \
     GAT_NAMES_ERRORS | GAT_ANY_CALLER)
enum { MOST_CLAIMS = 256 };

static gat_status compact_run(void *context, const struct gat_call *call)
{
    struct ref_case c;
    struct ref_answer a;
    (void)context;
    gat_status status = ref_case_from_call(call, &c, &a);
    if (status != GAT_OK)
        return status;
    if (gat_operand_get(call, "output") == NULL)
        return GAT_E_INVALID;
    return ref_call_answer(&c, &a, malloc, free);
}

static gat_status run(void *context, const struct gat_call *call)
{
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
        .name = "ref",
        .version = GAT_VERSION,
        .profile = "any",
        .claims = claims,
        .run = run,
        .infer = infer,
        .call_us = 1,
    };
    backend.n_claims = ref_claims_make(claims, lists, MOST_CLAIMS, FLAGS);
    return host_abi == GAT_ABI ? &backend : NULL;
}
