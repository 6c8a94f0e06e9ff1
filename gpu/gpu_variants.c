/* gpu_variants.c - the variants that the GPU backends claim: one line each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"

#define STRINGS .excludes = GAT_BIT(GAT_STR)
#define NUMBERS .excludes = GAT_BIT(GAT_STR) | GAT_BIT(GAT_BOOL)
#define REAL .excludes = GAT_BIT(GAT_STR) | GAT_BIT(GAT_BOOL) | GAT_BIT(GAT_C64) | GAT_BIT(GAT_C128)
#define TRUTH .excludes_on_npu = GAT_BIT(GAT_BOOL)

static const struct gpu_variant variants[] = {
    {"gather", .name = {"onnx-1"}, .from_end = true},
    {"gather", .name = {"onnx-11"}, .from_end = true},
    {"gather", .name = {"onnx-13"}, .from_end = true},
    {"gather", .name = {"mindspore-2.x"}, STRINGS, TRUTH},
    {"gather", .name = {"tensorflow-2.x"}, .outside_on_gpu = "zero"},
    {"gather", .name = {"torch-index-select-2.x"}},
    {"gather", .name = {"aclnn-gather-v2-8.x"}},
    {"gather", .name = {"aclnn-index-select-8.x"}},
    {"gather", .name = {"aclnn-gather-v3-8.x"}},
    {"gather", .name = {"aclnn-embedding-8.x"}},
    {"gather", .name = {"pypto-index-select-2026.02"}},
    {"gather", .name = {"numpy-take-raise-2.x"}, .from_end = true},
    {"gather", .name = {"numpy-take-wrap-2.x"}, .outside = "wrap"},
    {"gather", .name = {"numpy-take-clip-2.x"}, .outside = "clamp"},
    {"gather", .name = {"jax-take-fill-0.x"}, .outside = "fill", .from_end = true},
    {"gather", .name = {"jax-take-clip-0.x"}, .outside = "clamp", .from_end = true},
    {"gather_elements", .name = {"onnx-11"}, .from_end = true},
    {"gather_elements", .name = {"onnx-13"}, .from_end = true},
    {"gather_elements", .name = {"torch-2.x"}, .empty_unchecked = true},
    {"gather_elements", .name = {"pypto-2026.02"}},
    {"gather_elements", .name = {"aclnn-8.x"}, .from_end = true},
    {"gather_elements", .name = {"mindspore-2.x"}, STRINGS, .from_end = true},
    {"gather_elements", .name = {"numpy-2.x"}, .axis = -1, .from_end = true},
    {"gather_elements", .name = {"jax-0.x"}, .outside = "fill", .axis = -1, .from_end = true},
    {"gather_nd", .name = {"onnx-11"}, .from_end = true},
    {"gather_nd", .name = {"onnx-12"}, .from_end = true},
    {"gather_nd", .name = {"onnx-13"}, .from_end = true},
    {"gather_nd", .name = {"tensorflow-2.x"}, .outside_on_gpu = "zero"},
    {"gather_nd", .name = {"mindspore-2.x"}},
    {"gather_nd", .name = {"aclnn-8.x"}, .from_end = true},
    {"gather_nd", .name = {"jax-at-get-fill-0.x"}, .outside = "fill", .from_end = true},
    {"gather_nd", .name = {"jax-at-get-clip-0.x"}, .outside = "clamp", .from_end = true},
    {"scatter", .name = {"onnx-9"}, .from_end = true},
    {"scatter", .name = {"onnx-11"}, .from_end = true},
    {"scatter_elements", .name = {"onnx-11"}, .from_end = true},
    {"scatter_elements", .name = {"onnx-13"}, .from_end = true},
    {"scatter_elements", .name = {"onnx-16"}, .from_end = true, .may_reduce = true},
    {"scatter_elements", .name = {"onnx-18"}, .from_end = true, .may_reduce = true},
    {"scatter_elements", .name = {"torch-2.x"}, .larger_updates = true},
    {"scatter_elements", .name = {"torch-scatter_add-2.x"}, .how = K_ADD, .larger_updates = true,
     .empty_unchecked = true},
    {"scatter_elements", .name = {"torch-scatter_reduce-2.x"}, .how = K_ADD,
     .larger_updates = true},
    {"scatter_elements", .name = {"aclnn-8.x"}},
    {"scatter_elements", .name = {"aclnn-scatter-add-8.x"}, .how = K_ADD, .larger_updates = true},
    {"scatter_elements", .name = {"pypto-scatter-2026.02"}, .larger_updates = true,
     .may_reduce = true},
    {"scatter_elements", .name = {"mindspore-2.x"}, REAL, .outside = "drop", .from_end = true,
     .may_reduce = true, .no_numbers = true,
     .excludes_on_npu = GAT_ALL_TYPES & ~(GAT_BIT(GAT_F16) | GAT_BIT(GAT_F32))},
    {"scatter_nd", .name = {"onnx-11"}, .from_end = true},
    {"scatter_nd", .name = {"onnx-13"}, .from_end = true},
    {"scatter_nd", .name = {"onnx-16"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"onnx-18"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"tensorflow-2.x"}, .outside_on_gpu = "drop", .keeps_last = true},
    {"scatter_nd", .name = {"tensorflow-add-2.x"}, .outside_on_gpu = "drop", .how = K_ADD},
    {"scatter_nd", .name = {"tensorflow-max-2.x"}, .outside_on_gpu = "drop", .how = K_MAX},
    {"scatter_nd", .name = {"tensorflow-min-2.x"}, .outside_on_gpu = "drop", .how = K_MIN},
    {"scatter_nd", .name = {"mindspore-2.x"}, NUMBERS},
    {"scatter_nd", .name = {"mindspore-add-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_ADD},
    {"scatter_nd", .name = {"mindspore-max-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_MAX},
    {"scatter_nd", .name = {"mindspore-min-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_MIN},
    {"scatter_nd", .name = {"mindspore-mul-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_MUL},
    {"scatter_nd", .name = {"jax-at-drop-0.x"}, .outside = "drop", .from_end = true,
     .may_reduce = true},
    {"scatter_nd", .name = {"jax-at-clip-0.x"}, .outside = "clamp", .from_end = true,
     .may_reduce = true},
    {"scatter_nd", .name = {"jax-at-promise-0.x"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"aclnn-8.x"}},
};
enum { N_VARIANTS = sizeof variants / sizeof variants[0] };
_Static_assert((int)N_VARIANTS <= (int)GPU_CLAIMS, "room for all claims");

const struct gpu_variant *gpu_variant_find(const char *op, const char *name)
{
    for (unsigned k = 0; k < N_VARIANTS; k++)
        if (gat_text_same(variants[k].op, op) && gat_text_same(variants[k].name[0], name))
            return &variants[k];
    return NULL;
}

/* To refuse what a document excludes is part of the answer: all types are claimed. */
uint64_t gpu_claims_make(const struct gpu_context *c, struct gat_claim *claims)
{
    static const char *const without_reduction[] = {"axis", NULL};
    uint64_t n = 0;
    for (unsigned k = 0; k < N_VARIANTS; k++) {
        const struct gpu_variant *v = &variants[k];
        if (c->moves_only && v->how != K_MOVE)
            continue;
        claims[n++] = (struct gat_claim){
            .op = v->op,
            .variants = v->name,
            .attrs = c->moves_only && v->may_reduce ? without_reduction : NULL,
            .data_types = GAT_ALL_TYPES,
            .index_types = GAT_ALL_TYPES,
            .max_rank = GAT_MAX_RANK,
            .flags = GAT_TAKES_VIEWS | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES | GAT_NAMES_ERRORS,
            .out_of_range = c->declares,
        };
    }
    return n;
}
