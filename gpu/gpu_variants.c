/* gpu_variants.c - the claims of the GPU backends: all variants of the table that the build makes
 * from specs/ (tools/setup/gpu_table.sh).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"

static bool is_named(const struct gpu_variant *v, const char *op, const char *name)
{
    return gat_text_same(v->op, op) && gat_text_same(v->name[0], name);
}

const struct gpu_variant *gpu_variant_find(const char *op, const char *name, const char *profile)
{
    for (unsigned k = 0; k < gpu_variant_count; k++)
        if (is_named(&gpu_variants[k], op, name) && gat_text_same(gpu_variants[k].profile, profile))
            return &gpu_variants[k];
    return NULL;
}

/* To refuse what a document excludes is part of the answer: all types are claimed.  Where indices
 * count data as one dimension, a view need not be one. */
uint64_t gpu_claims_make(const struct gpu_context *c, struct gat_claim *claims)
{
    static const char *const without_reduction[] = {"axis",
                                                    "offset_dims",
                                                    "collapsed_slice_dims",
                                                    "operand_batching_dims",
                                                    "start_indices_batching_dims",
                                                    "start_index_map",
                                                    "index_vector_dim",
                                                    NULL};
    uint64_t n = 0;
    for (unsigned k = 0; k < gpu_variant_count; k++) {
        const struct gpu_variant *v = &gpu_variants[k];
        if ((c->moves_only && v->rule[GPU_RULE_reduction] != K_MOVE) ||
            (k > 0 && is_named(&v[-1], v->op, v->name[0]))) /* another profile of one variant */
            continue;
        bool places = gat_text_same(v->op, "take") || gat_text_same(v->op, "put");
        claims[n++] = (struct gat_claim){
            .op = v->op,
            .variants = v->name,
            .attrs = c->moves_only && v->may_reduce ? without_reduction : NULL,
            .data_types = GAT_ALL_TYPES,
            .index_types = GAT_ALL_TYPES,
            .max_rank = GAT_MAX_RANK,
            .flags = (places ? 0 : GAT_TAKES_VIEWS) | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES |
                     GAT_NAMES_ERRORS,
            .out_of_range = c->declares,
        };
    }
    return n;
}
